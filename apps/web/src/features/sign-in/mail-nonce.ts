import { localStore } from '@nerdify/browser/browser-storage.ts'

const key = 'nerdify.mailNonce'

/**
 * This browser's nonce, sent with the request for a mailed link and with the link: here it signs in without a click
 * (AUTH-10).
 */
export function mailNonce(): string {
  const storedNonce = localStore.get(key)
  if (storedNonce !== undefined) return storedNonce
  const newNonce = crypto.randomUUID()
  localStore.set(key, newNonce)
  return newNonce
}
