import { asCallError } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import type { ReceivedFile } from '@nerdify/contract/files.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addAnswerFile, addOrderFile } from './client.ts'
import { orderPage } from './open-pages.ts'
import { queryKeys } from './queries.ts'

/** A file that is not uploaded yet. */
interface Upload {
  /** Also the idempotency key of its call, so that no retry adds it twice (API-11). */
  id: string
  /** The order's page, or the place of the answer's draft. */
  place: string
  file: File
  /** Posts the file; returns a function that shows the answer. */
  post?: (id: string) => Promise<() => void>
  /** Why it is not added; undefined while it waits or is in flight. */
  fault?: string | undefined
}

/** The uploads of this page load: they outlive their form, which a step or another conversation closes (DESK-04). */
const uploads = createValue<readonly Upload[]>([])
/** The last call of each place: its files are sent one after another. */
const lastCalls = new Map<string, Promise<unknown>>()

const isKept = (id: string) => uploads.get().some((each) => each.id === id)
const forget = (id: string) => uploads.set(uploads.get().filter((each) => each.id !== id))
const put = (upload: Upload) =>
  uploads.set(
    isKept(upload.id)
      ? uploads.get().map((each) => (each.id === upload.id ? upload : each))
      : [...uploads.get(), upload],
  )

async function send({ id, post, ...upload }: Upload): Promise<void> {
  // After a chosen sign-out it would be sent in the next person's session.
  if (post === undefined || !isKept(id)) return
  try {
    const showAnswer = await post(id)
    if (isKept(id)) showAnswer()
    forget(id)
  } catch (thrown) {
    if (isKept(id)) put({ ...upload, id, post, fault: failureText(asCallError(thrown)) })
  }
}

function queue(upload: Upload): void {
  put({ ...upload, fault: undefined })
  const before = lastCalls.get(upload.place) ?? Promise.resolve()
  lastCalls.set(
    upload.place,
    before.then(() => send(upload)),
  )
}

/** Forgets all uploads, after a sign-out by choice. */
export const forgetUploads = (): void => uploads.set([])

let uploader: string | null = null

/** Forgets the uploads of another person, who used this tab before (DESK-07). */
export function keepUploadsOf(person: string | null): void {
  if (person !== uploader) forgetUploads()
  uploader = person
}

/** The uploads of a place, in the background; failed ones stay until they are sent again or removed. */
function useUploads(place: string) {
  const mine = useSyncExternalStore(uploads.follow, uploads.get).filter((upload) => upload.place === place)
  return {
    /** The number of files that wait or are in flight. */
    pendingCount: mine.filter(({ fault }) => fault === undefined).length,
    failed: mine.flatMap(({ id, file, fault, post }) =>
      fault === undefined ? [] : [{ id, file, fault, canRetry: post !== undefined }],
    ),
    add: (file: File, post: NonNullable<Upload['post']>) => queue({ id: crypto.randomUUID(), place, file, post }),
    /** Shows a file that is not sent, with its reason. */
    refuse: (file: File, fault: string) => put({ id: crypto.randomUUID(), place, file, fault }),
    retry(id: string) {
      const upload = mine.find((each) => each.id === id)
      if (upload?.post !== undefined) queue(upload)
    },
    forget,
  }
}

/** Adds files of the Nerd to an order (OPS-05). */
export function useOrderUploads(orderId: string) {
  const queryClient = useQueryClient()
  const { add, ...rest } = useUploads(orderPage(orderId))
  const renew = () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.orderFiles(orderId) })
    void queryClient.invalidateQueries({ queryKey: ['order'] })
  }
  return {
    ...rest,
    add: (type: OrderFileType, file: File) =>
      add(file, async (id) => {
        await addOrderFile(orderId, { type, file }, id).catch((thrown: unknown) => {
          // The order may have the file although its answer was lost.
          renew()
          throw thrown
        })
        return renew
      }),
  }
}

interface AnswerUploadsProps {
  /** The place of the answer's draft. */
  place: string
  /** The address of the conversation. */
  conversation: string
  /** Called with a finished upload, even if its form is gone by then. */
  onAdded: (file: ReceivedFile) => void
}

/** Adds files to an answer (TALK-01). */
export function useAnswerUploads({ place, conversation, onAdded }: AnswerUploadsProps) {
  const { add, ...rest } = useUploads(place)
  return {
    ...rest,
    add: (file: File) =>
      add(file, async (id) => {
        const added = await addAnswerFile(conversation, file, id)
        return () => onAdded(added)
      }),
  }
}
