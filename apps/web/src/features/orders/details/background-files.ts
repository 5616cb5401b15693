import { askBeforeLeaving } from '../../../uploads/ask-before-leaving.ts'
import { createBackgroundQueues } from '../../../uploads/background-queues.ts'
import type { UploadQueue } from '../../../uploads/upload-queue.ts'

/** Queues with files that their order does not name yet. */
const joining = new WeakSet<UploadQueue<File>>()

/** Files that the order already names need no queue. */
const queues = createBackgroundQueues(
  (queue) => joining.has(queue) || queue.items().some(({ status }) => status === 'loading' || status === 'failed'),
)

/** The orders that drafts became meanwhile. */
const orders = new WeakMap<UploadQueue<File>, string>()

/**
 * The files of tasks whose client left during an upload, by task: its order, or the key of its draft (FILE-05). On
 * return they show their current state.
 */
export const backgroundFiles = {
  of: queues.of,
  /** The draft moves to another job type. */
  move: queues.move,
  /** The draft became an order, which takes the files. */
  becameOrder(draftKey: string, orderId: string): void {
    const queue = queues.move(draftKey, orderId)
    if (queue !== undefined) orders.set(queue, orderId)
  },
  /** The queue's files are being sent to their order; `joined` resolves to whether it took them. */
  joins(queue: UploadQueue<File>, joined: Promise<boolean>): void {
    joining.add(queue)
    // Leaving the page before the order names them would lose the files.
    const stopAsking = askBeforeLeaving()
    void joined.then((isTaken) => {
      stopAsking()
      if (isTaken) joining.delete(queue)
    })
  },
  /** The order that their draft became. */
  orderOf: (queue: UploadQueue<File>): string | undefined => orders.get(queue),
}
