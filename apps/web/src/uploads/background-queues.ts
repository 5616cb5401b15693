import { session } from '../visit/session.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { BackgroundQueue } from './use-uploads.ts'

/** Queues of screens that were left, by place, until the client signs out; only those that are `worthKeeping`. */
export function createBackgroundQueues(worthKeeping: (queue: UploadQueue<File>) => boolean) {
  const left = new Map<string, UploadQueue<File>>()
  session.onEnd(() => left.clear())
  return {
    of: (place: string): BackgroundQueue => ({
      find: () => left.get(place),
      take: () => void left.delete(place),
      leave(queue) {
        // After a sign-out no queue is kept.
        if (session.clientId() !== undefined && worthKeeping(queue)) left.set(place, queue)
      },
    }),
    /** Moves a queue to another place, and answers it. */
    move(from: string, to: string): UploadQueue<File> | undefined {
      const queue = left.get(from)
      if (queue === undefined) return undefined
      left.delete(from)
      left.set(to, queue)
      return queue
    },
  }
}
