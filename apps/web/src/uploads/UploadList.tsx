import { sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { useRef } from 'react'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import type { Uploads } from './use-uploads.ts'

interface UploadListProps {
  /** The list's id, for an error summary. */
  id?: string
  label: string
  uploads: Uploads
  /** Uploaded files cannot be removed: the Nerd has them. */
  keepsLoaded?: boolean
  addLabel: string
  addHint?: string
}

/** The files of a screen that uploads, with their actions (FILE-02), and the field to add more. */
export function UploadList({ id, label, uploads, keepsLoaded = false, addLabel, addHint }: UploadListProps) {
  const { items, removed, queue } = uploads
  const adding = useRef<HTMLButtonElement>(null)
  return (
    <>
      <FileRows
        id={id}
        label={label}
        files={items.map((item) => ({
          ...item,
          sizeText: sizeInKb(item.size),
          percent: item.size === 0 ? 0 : (100 * item.sent) / item.size,
          isPermanent: keepsLoaded && item.status === 'loaded',
        }))}
        onRemove={queue.remove}
        onRetry={queue.retry}
        removedName={removed?.name}
        onUndo={queue.undo}
        addButton={adding}
      />
      <FileDrop ref={adding} onFiles={queue.add} label={addLabel} hint={addHint} />
    </>
  )
}
