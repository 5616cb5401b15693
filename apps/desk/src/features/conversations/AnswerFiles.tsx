import { fileFault, filesOfMessage, sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { type FileRow, FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { useRef } from 'react'
import type { useAnswerUploads } from '../../api/uploads.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import type { AddedFile } from './answer-draft.ts'

interface AnswerFilesProps {
  files: readonly AddedFile[]
  uploads: ReturnType<typeof useAnswerUploads>
  onRemove: (id: string) => void
}

/** The files of an answer, at most ten (TALK-01): each is uploaded when it is chosen. */
export function AnswerFiles({ files, uploads, onRemove }: AnswerFilesProps) {
  const { pendingCount, failed, add, refuse, retry, forget } = uploads
  const button = useRef<HTMLButtonElement>(null)
  const choose = (given: readonly File[]) => {
    let count = files.length + pendingCount
    for (const file of given) {
      const fault = fileFault(file, count, filesOfMessage)
      if (fault === undefined) {
        count += 1
        add(file)
      } else refuse(file, fault)
    }
  }
  const row = ({ id, name, size }: AddedFile): Omit<FileRow, 'status'> => ({
    id,
    name,
    ext: shownExtension(name),
    sizeText: sizeInKb(size),
  })
  const rows: FileRow[] = [
    ...files.map((file) => ({ ...row(file), status: 'loaded' as const })),
    ...failed.map(({ id, file, fault, canRetry = false }) => ({
      ...row({ id, name: file.name, size: file.size }),
      status: 'failed' as const,
      text: fault,
      canRetry,
    })),
  ]
  return (
    <div>
      <FileRows
        label={conversationTexts.files}
        files={rows}
        addButton={button}
        onRemove={(id) => {
          forget(id)
          onRemove(id)
        }}
        onRetry={retry}
      />
      <div role="status">{pendingCount > 0 && <p>{conversationTexts.adding(pendingCount)}</p>}</div>
      <FileDrop look="line" ref={button} label={conversationTexts.attach} onFiles={choose} />
    </div>
  )
}
