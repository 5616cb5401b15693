import { Transform } from 'node:stream'
import { oldestOfLargest } from './connection-limits.ts'
import { BucketRefusal } from './upload-form.ts'

/** What the embedded bucket takes of people of whom it knows nothing yet, how slowly, and how many at once (SAFE-07). */
export const formLimits = {
  /**
   * Bytes of a form besides its file: fields, headers of parts, and what surrounds them; with room for a chunk of the file,
   * which arrives with the last field.
   */
  formBytes: 128 * 1024,
  /** Everything before the file has to be there after so long, in milliseconds. */
  formMs: 10_000,
  /** Forms whose policy was not read yet; one more ends the oldest of the network that has most of them. */
  unreadForms: 100,
  /** Files under way at once; further ones are asked to come later. */
  files: 250,
  /** A file of which less than `paceBytes` came in so many milliseconds is too slow: no phone is. */
  paceMs: 60_000,
  paceBytes: 60_000,
}
/** The same as a type. */
export type FormLimits = typeof formLimits

/**
 * Watches the forms that are posted to a bucket and cuts those that are too large, too slow or too many. A second post
 * of the same file replaces the first one while that is under way, so that a form takes one file.
 *
 * @returns begins to watch a form from a network; `cut` ends it with a refusal
 */
export function watchForms(limits: FormLimits) {
  /** With their networks, oldest first. */
  const unread = new Map<(refusal: BucketRefusal) => void, string>()
  const underWay = new Map<string, (refusal: BucketRefusal) => void>()

  return (network: string, cut: (refusal: BucketRefusal) => void) => {
    let bytes = 0
    let allowed = limits.formBytes
    let ofFile: string | undefined
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
      /** What the body of the form is to go through: it counts. */
      meter: new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length
          if (bytes <= allowed) return done(null, chunk)
          cut(ofFile === undefined ? tooMuchBefore() : tooLarge())
          done()
        },
      }),
      /** The policy was read: from here on so many bytes of a file for this key may come. Throws a {@link BucketRefusal}. */
      allow(key: string, fileBytes: number) {
        readPolicy()
        const earlier = underWay.get(key)
        if (earlier === undefined && underWay.size >= limits.files) throw tooMany()
        earlier?.(replaced())
        ofFile = key
        underWay.set(key, cut)
        allowed += fileBytes
        let seen = bytes
        pace = setInterval(() => {
          if (bytes - seen < limits.paceBytes) cut(tooSlow())
          seen = bytes
        }, limits.paceMs)
      },
      /** Nothing more is expected of it. */
      end() {
        readPolicy()
        clearInterval(pace)
        if (ofFile !== undefined && underWay.get(ofFile) === cut) underWay.delete(ofFile)
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
