import { askBeforeLeaving } from '../../../uploads/ask-before-leaving.ts'
import { createLeftQueues } from '../../../uploads/left-queues.ts'
import type { UploadQueue } from '../../../uploads/upload-queue.ts'

/** Queues with files that their order does not name yet. */
const joining = new WeakSet<UploadQueue<File>>()

/** What the order names already needs nobody to remember it. */
const left = createLeftQueues(
  (queue) => joining.has(queue) || queue.items().some(({ status }) => status === 'loading' || status === 'failed'),
)

/** The orders that drafts became meanwhile. */
const orders = new WeakMap<UploadQueue<File>, string>()

/**
 * The files that a person walked away from while they were on their way, by their task: its order, or the key of its draft
 * (FILE-05). Coming back finds them as they are by then.
 */
export const leftFiles = {
  of: left.of,
  /** The draft is one of another job type now. */
  moved: left.move,
  /** The draft became an order, which the files join. */
  becameOrder(draftKey: string, orderId: string): void {
    const queue = left.move(draftKey, orderId)
    if (queue !== undefined) orders.set(queue, orderId)
  },
  /** Files of the queue are sent to their order; `joined` tells whether it has taken them. */
  joins(queue: UploadQueue<File>, joined: Promise<boolean>): void {
    joining.add(queue)
    // A page that is left before the order names them loses them.
    const stopAsking = askBeforeLeaving()
    void joined.then((isTaken) => {
      stopAsking()
      if (isTaken) joining.delete(queue)
    })
  },
  /** The order that their draft has become. */
  orderOf: (queue: UploadQueue<File>): string | undefined => orders.get(queue),
}
