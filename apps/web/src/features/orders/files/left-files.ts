import { session } from '../../../session.ts'
import type { UploadQueue } from '../../../uploads/upload-queue.ts'
import type { LeftQueue } from '../../../uploads/use-uploads.ts'

/** The files that a person walked away from while they were on their way, by their task: its order, or the key of its draft. */
const left = new Map<string, UploadQueue<File>>()
/** The orders that drafts became meanwhile. */
const orders = new WeakMap<UploadQueue<File>, string>()

session.onEnd(() => left.clear())

/** The files of a task that were left under way (FILE-05): coming back finds them as they are by then. */
export const leftFiles = {
  /** Where those of a task are kept. */
  of: (task: string): LeftQueue => ({
    find: () => left.get(task),
    take: () => void left.delete(task),
    /** What is there already needs nobody to remember it, and whoever signs out leaves nothing. */
    leave(queue) {
      if (session.clientId() === undefined) return
      if (queue.items().some(({ status }) => status === 'loading' || status === 'failed')) left.set(task, queue)
    },
  }),
  /** The draft is one of another job type now. */
  moved(fromKey: string, toKey: string): void {
    const queue = left.get(fromKey)
    if (queue === undefined) return
    left.delete(fromKey)
    left.set(toKey, queue)
  },
  /** The draft became an order, which the files join. */
  becameOrder(draftKey: string, orderId: string): void {
    leftFiles.moved(draftKey, orderId)
    const queue = left.get(orderId)
    if (queue !== undefined) orders.set(queue, orderId)
  },
  /** The order that their draft has become. */
  orderOf: (queue: UploadQueue<File>): string | undefined => orders.get(queue),
}
