import { randomBytes } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An unguessable id in the card provider's style: the prefix, then `length` letters and digits. */
export function randomId(prefix: string, length = 24): string {
  let id = prefix
  while (id.length < prefix.length + length) {
    for (const byte of randomBytes(length)) {
      // Bytes above the last full round of the alphabet would make its first letters likelier.
      if (byte < 248 && id.length < prefix.length + length) id += LETTERS[byte % LETTERS.length]
    }
  }
  return id
}
