import { localStore } from '../../browser-storage.ts'

const key = 'nerdify.mailNonce'

/** What this browser sends with the wish for a mailed link and with the link: it signs in here without a press (AUTH-10). */
export function mailNonce(): string {
  const kept = localStore.get(key)
  if (kept !== undefined) return kept
  const made = crypto.randomUUID()
  localStore.set(key, made)
  return made
}
