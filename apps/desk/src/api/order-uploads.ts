import { createValue } from '@nerdify/browser/listeners.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OrderFileType } from '@nerdify/domain/files/order-files.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { addOrderFile } from './client.ts'
import { queryKeys } from './queries.ts'

/**
 * A file of the Nerd that is not uploaded yet; its key stays the same over all tries, so that none adds it twice
 * (API-11).
 */
interface OrderUpload {
  key: string
  orderId: string
  type: OrderFileType
  file: File
  /** Why the last try failed; undefined while it waits or is in flight. */
  failure?: CallError | undefined
}

/** The uploads of this page load: they outlive their form, which a colleague's step may close. */
const uploads = createValue<readonly OrderUpload[]>([])
/** Files are sent one after another. */
let line: Promise<unknown> = Promise.resolve()

const setFailure = (key: string, failure: CallError | undefined) =>
  uploads.set(uploads.get().map((upload) => (upload.key === key ? { ...upload, failure } : upload)))
const remove = (keys: readonly string[]) => uploads.set(uploads.get().filter(({ key }) => !keys.includes(key)))

function send(queryClient: QueryClient, { key, orderId, type, file }: OrderUpload): void {
  setFailure(key, undefined)
  line = line
    .then(() => addOrderFile(orderId, { type, file }, key))
    .then(
      () => remove([key]),
      (failure: CallError) => setFailure(key, failure),
    )
    .then(() =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.orderFiles(orderId) }),
        queryClient.invalidateQueries({ queryKey: ['order'] }),
      ]),
    )
}

/** Forgets all uploads, after a sign-out by choice. */
export const forgetUploads = (): void => uploads.set([])

/** Adds files of the Nerd to an order; failed ones stay until they are sent again or removed (OPS-05). */
export function useOrderUploads(orderId: string) {
  const queryClient = useQueryClient()
  const mine = useSyncExternalStore(uploads.follow, uploads.get).filter((upload) => upload.orderId === orderId)
  const failed = mine.flatMap(({ failure, ...upload }) => (failure === undefined ? [] : [{ ...upload, failure }]))
  return {
    waiting: mine.filter(({ failure }) => failure === undefined),
    failed,
    add(type: OrderFileType, files: readonly File[]) {
      const added = files.map((file) => ({ key: crypto.randomUUID(), orderId, type, file }))
      uploads.set([...uploads.get(), ...added])
      for (const upload of added) send(queryClient, upload)
    },
    retry() {
      for (const upload of failed) send(queryClient, upload)
    },
    leaveOut: () => remove(failed.map(({ key }) => key)),
  }
}
