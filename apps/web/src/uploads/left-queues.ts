import { session } from '../session.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { LeftQueue } from './use-uploads.ts'

/**
 * The queues that screens were left with, by the place that they belong to, until their person signs out; those alone that
 * are `worthKeeping`.
 */
export function createLeftQueues(worthKeeping: (queue: UploadQueue<File>) => boolean) {
  const left = new Map<string, UploadQueue<File>>()
  session.onEnd(() => left.clear())
  return {
    of: (place: string): LeftQueue => ({
      find: () => left.get(place),
      take: () => void left.delete(place),
      leave(queue) {
        // Whoever signs out leaves nothing.
        if (session.clientId() !== undefined && worthKeeping(queue)) left.set(place, queue)
      },
    }),
    /** Moves what was left at one place to another; answers it, if there is something. */
    move(from: string, to: string): UploadQueue<File> | undefined {
      const queue = left.get(from)
      if (queue === undefined) return undefined
      left.delete(from)
      left.set(to, queue)
      return queue
    },
  }
}
