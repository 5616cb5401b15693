import { localStore } from '../../browser-storage.ts'

const key = 'nerdify.mailNonce'

/**
 * This browser's nonce, sent with the request for a mailed link and with the link: here it signs in without a click
 * (AUTH-10).
 */
export function mailNonce(): string {
  const kept = localStore.get(key)
  if (kept !== undefined) return kept
  const made = crypto.randomUUID()
  localStore.set(key, made)
  return made
}
