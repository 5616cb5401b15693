import { asCallError } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { fileFault, filesOfMessage, sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { type FileRow, FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import { FileDrop } from '@nerdify/ui/fields/FileDrop.tsx'
import { useEffect, useRef, useState } from 'react'
import { addAnswerFile } from '../../api/client.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import type { AddedFile } from './answer-draft.ts'

/** A file that is not uploaded yet. */
interface ChosenFile {
  /** Also the idempotency key of its call (API-11). */
  id: string
  file: File
  /** Why the upload failed. */
  fault?: string
  /** Whether a retry may succeed. */
  canRetry?: boolean
}

interface AnswerFilesProps {
  /** The address of the conversation. */
  conversation: string
  files: readonly AddedFile[]
  onChange: (change: (files: readonly AddedFile[]) => readonly AddedFile[]) => void
  /** Called with the number of files in flight. */
  onAdding: (count: number) => void
}

/** The files of an answer, at most ten (TALK-01): each is uploaded when it is chosen. */
export function AnswerFiles({ conversation, files, onChange, onAdding }: AnswerFilesProps) {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const button = useRef<HTMLButtonElement>(null)
  const onWay = chosen.filter(({ fault }) => fault === undefined).length
  useEffect(() => onAdding(onWay), [onAdding, onWay])

  const forget = (id: string) => setChosen((all) => all.filter((each) => each.id !== id))
  const add = async ({ id, file }: ChosenFile) => {
    setChosen((all) => [...all.filter((each) => each.id !== id), { id, file }])
    try {
      const { _id, name, size } = await addAnswerFile(conversation, file, id)
      onChange((before) => [...before, { id: _id, name, size }])
      forget(id)
    } catch (thrown) {
      const fault = failureText(asCallError(thrown))
      setChosen((all) => all.map((each) => (each.id === id ? { ...each, fault, canRetry: true } : each)))
    }
  }
  const choose = (given: readonly File[]) => {
    let count = files.length + onWay
    for (const file of given) {
      const id = crypto.randomUUID()
      const fault = fileFault(file, count, filesOfMessage)
      if (fault === undefined) {
        count += 1
        void add({ id, file })
      } else setChosen((all) => [...all, { id, file, fault }])
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
    ...chosen.flatMap(({ id, file, fault, canRetry = false }) =>
      fault === undefined
        ? []
        : [{ ...row({ id, name: file.name, size: file.size }), status: 'failed' as const, text: fault, canRetry }],
    ),
  ]
  return (
    <div>
      <FileRows
        label={conversationTexts.files}
        files={rows}
        addButton={button}
        onRemove={(id) => {
          forget(id)
          onChange((before) => before.filter((file) => file.id !== id))
        }}
        onRetry={(id) => {
          const again = chosen.find((each) => each.id === id)
          if (again !== undefined) void add(again)
        }}
      />
      <div role="status">{onWay > 0 && <p>{conversationTexts.adding(onWay)}</p>}</div>
      <FileDrop look="line" ref={button} label={conversationTexts.attach} onFiles={choose} />
    </div>
  )
}
