import { asCallError } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import type { ReceivedFile } from '@nerdify/contract/files.ts'
import { useSyncExternalStore } from 'react'
import { addAnswerFile } from './client.ts'

/** A file of an answer that is not uploaded yet. */
interface AnswerUpload {
  /** Also the idempotency key of its call (API-11). */
  id: string
  /** The place of the answer's draft. */
  place: string
  file: File
  /** Why it is not added. */
  fault?: string
  /** Whether a retry may succeed. */
  canRetry?: boolean
}

/** The uploads of this page load: they outlive their form, which another conversation replaces (DESK-04). */
const uploads = createValue<readonly AnswerUpload[]>([])

const isKept = (id: string) => uploads.get().some((each) => each.id === id)
const forget = (id: string) => uploads.set(uploads.get().filter((each) => each.id !== id))
const put = (upload: AnswerUpload) =>
  uploads.set(
    isKept(upload.id)
      ? uploads.get().map((each) => (each.id === upload.id ? upload : each))
      : [...uploads.get(), upload],
  )

/** Forgets all uploads of answers, after a sign-out by choice. */
export const forgetAnswerUploads = (): void => uploads.set([])

interface AnswerUploadsProps {
  place: string
  /** The address of the conversation. */
  conversation: string
  /** Called with a finished upload, even if its form is gone by then. */
  onAdded: (file: ReceivedFile) => void
}

/** The uploads of an answer, in the background. */
export function useAnswerUploads({ place, conversation, onAdded }: AnswerUploadsProps) {
  const mine = useSyncExternalStore(uploads.follow, uploads.get).filter((upload) => upload.place === place)
  const send = async (id: string, file: File) => {
    put({ id, place, file })
    try {
      const added = await addAnswerFile(conversation, file, id)
      // A sign-out by choice forgets it.
      if (isKept(id)) onAdded(added)
      forget(id)
    } catch (thrown) {
      if (isKept(id)) put({ id, place, file, fault: failureText(asCallError(thrown)), canRetry: true })
    }
  }
  return {
    /** The number of files in flight. */
    onWay: mine.filter(({ fault }) => fault === undefined).length,
    failed: mine.flatMap(({ fault, ...upload }) => (fault === undefined ? [] : [{ ...upload, fault }])),
    add: (file: File) => void send(crypto.randomUUID(), file),
    /** Shows a file that is not sent, with its reason. */
    refuse: (file: File, fault: string) => put({ id: crypto.randomUUID(), place, file, fault }),
    retry(id: string) {
      const upload = mine.find((each) => each.id === id)
      if (upload !== undefined) void send(id, upload.file)
    },
    forget,
  }
}
