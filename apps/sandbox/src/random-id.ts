import { randomBytes } from 'node:crypto'

/** An unguessable id in the card provider's style: the prefix, then `length` letters and digits. */
export function randomId(prefix: string, length = 24): string {
  // More than enough: one in thirty-two characters is neither letter nor digit.
  const characters = randomBytes(length * 2)
    .toString('base64url')
    .replace(/[-_]/g, '')
  return prefix + characters.slice(0, length)
}
