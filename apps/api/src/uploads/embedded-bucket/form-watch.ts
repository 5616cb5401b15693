import { Transform } from 'node:stream'
import { oldestOfLargest } from '../connection-limits.ts'
import { BucketRefusal } from './upload-form.ts'

/** Limits of the embedded bucket for unauthenticated senders: size, pace and number (SAFE-07). */
export const formLimits = {
  /**
   * Bytes of a form besides its file: fields and part headers, with room for the chunk of the file that arrives with
   * the last field.
   */
  formBytes: 128 * 1024,
  /** Time for everything before the file, in milliseconds. */
  formMs: 10_000,
  /** Forms whose policy has not been read; one more ends the oldest of the network with the most. */
  unreadForms: 100,
  /** Concurrent files; further ones must try later. */
  files: 250,
  /** A file with less than `paceBytes` in this many milliseconds is slower than any phone: cut off. */
  paceMs: 60_000,
  paceBytes: 60_000,
}
export type FormLimits = typeof formLimits

/**
 * Watches the forms that are posted to a bucket and cuts those that are too large, too slow or too many. A second post
 * of the same file replaces a running first one, so that a form takes one file.
 *
 * @returns starts to watch a form from a network; `cut` ends it with a refusal
 */
export function watchForms(limits: FormLimits) {
  /** With their networks, oldest first. */
  const unread = new Map<(refusal: BucketRefusal) => void, string>()
  const underWay = new Map<string, (refusal: BucketRefusal) => void>()

  return (network: string, cut: (refusal: BucketRefusal) => void) => {
    let bytes = 0
    let allowed = limits.formBytes
    let fileKey: string | undefined
    let pace: NodeJS.Timeout | undefined
    const unreadTimer = setTimeout(() => cut(tooSlow()), limits.formMs)
    unread.set(cut, network)
    const victim = unread.size > limits.unreadForms ? oldestOfLargest(unread) : undefined
    if (victim !== undefined) {
      unread.delete(victim)
      victim(tooMany())
    }
    const readPolicy = () => {
      clearTimeout(unreadTimer)
      unread.delete(cut)
    }
    return {
      /** Counts the bytes; pipe the body through it. */
      meter: new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          if (bytes <= allowed) return done(null, chunk)
          cut(fileKey === undefined ? tooMuchBefore() : tooLarge())
          done()
        },
      }),
      /**
       * Call it once the policy is read: limits the file of this key to `fileBytes`. Throws a {@link BucketRefusal}.
       */
      allow(key: string, fileBytes: number) {
        readPolicy()
        const earlier = underWay.get(key)
        if (earlier === undefined && underWay.size >= limits.files) throw tooMany()
        earlier?.(replaced())
        fileKey = key
        underWay.set(key, cut)
        allowed += fileBytes
        let lastBytes = bytes
        pace = setInterval(() => {
          if (bytes - lastBytes < limits.paceBytes) cut(tooSlow())
          lastBytes = bytes
        }, limits.paceMs)
      },
      /** Stops watching. */
      end() {
        readPolicy()
        clearInterval(pace)
        if (fileKey !== undefined && underWay.get(fileKey) === cut) underWay.delete(fileKey)
      },
    }
  }
}

const tooSlow = () => new BucketRefusal(400, 'RequestTimeout', 'The form came too slowly.')
const tooMany = () => new BucketRefusal(503, 'SlowDown', 'Too many forms come at once.')
const tooMuchBefore = () =>
  new BucketRefusal(400, 'MaxPostPreDataLengthExceeded', 'Too much comes before the file of the form.')
const tooLarge = () => new BucketRefusal(400, 'EntityTooLarge', 'More comes than the form allows.')
const replaced = () => new BucketRefusal(409, 'OperationAborted', 'The same file is being sent again.')
