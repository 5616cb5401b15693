import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The key in a link, derived from the id of its row with the server's secret, so that the database and the outbox
 * reveal no key (AUTH-20). `bits` is its strength.
 */
export function derivedKey(secret: string, id: string, bits: number): string {
  const digest = createHmac('sha256', secret).update(`key:${id}`).digest()
  return digest.subarray(0, bits / 8).toString('base64url')
}

/** The stored hash by which a key is found (AUTH-20). */
export function hashOfKey(secret: string, key: string): string {
  return createHmac('sha256', secret).update(`hash-of-key:${key}`).digest('base64url')
}

/** Compares two hashes in constant time. */
export function isSameHash(hash: string, otherHash: string): boolean {
  const [left, right] = [Buffer.from(hash), Buffer.from(otherHash)]
  return left.length === right.length && timingSafeEqual(left, right)
}
