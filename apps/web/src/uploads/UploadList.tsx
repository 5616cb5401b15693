import { sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import type { ComponentProps } from 'react'
import { FileRows } from '../ui/fields/FileRows.tsx'
import type { Uploads } from './use-uploads.ts'

/** What {@link UploadList} takes. */
export interface UploadListProps {
  label: string
  uploads: Uploads
  /** What is uploaded stays: the Nerd has it. */
  keepsLoaded?: boolean
  /** Where files are added. */
  adding?: ComponentProps<typeof FileRows>['adding']
}

/** The files of a screen that uploads, with what can be done with each (FILE-02). */
export function UploadList({ label, uploads, keepsLoaded = false, adding }: UploadListProps) {
  const { items, removed, queue } = uploads
  return (
    <FileRows
      label={label}
      files={items.map((item) => ({
        ...item,
        sizeText: sizeInKb(item.size),
        percent: item.size === 0 ? 0 : (100 * item.sent) / item.size,
        kept: keepsLoaded && item.status === 'loaded',
      }))}
      onRemove={queue.remove}
      onRetry={queue.retry}
      removed={removed?.name}
      onUndo={queue.undo}
      adding={adding}
    />
  )
}
