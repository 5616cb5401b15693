import { session } from '../visit/session.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { BackgroundQueue } from './use-uploads.ts'

/** The queues of screens the client has left, by place, until a sign-out. Only a queue `worthKeeping` is stored. */
export function createBackgroundQueues(worthKeeping: (queue: UploadQueue<File>) => boolean) {
  const queues = new Map<string, UploadQueue<File>>()
  session.onEnd(() => queues.clear())
  return {
    of: (place: string): BackgroundQueue => ({
      find: () => queues.get(place),
      take: () => void queues.delete(place),
      leave(queue) {
        // After a sign-out no queue is kept.
        if (session.clientId() !== undefined && worthKeeping(queue)) queues.set(place, queue)
      },
    }),
    /** Moves a queue to another place, and answers it. */
    move(from: string, to: string): UploadQueue<File> | undefined {
      const queue = queues.get(from)
      if (queue === undefined) return undefined
      queues.delete(from)
      queues.set(to, queue)
      return queue
    },
  }
}
