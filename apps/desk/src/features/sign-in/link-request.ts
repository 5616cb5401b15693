import { localStore } from '@nerdify/browser/browser-storage.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'

const keys = { nonce: 'desk.nonce', wanted: 'desk.wanted' } as const

/** This browser's nonce: here a mailed link signs in without a press (AUTH-10). */
export function browserNonce(): string {
  const stored = localStore.get(keys.nonce)
  if (stored !== undefined) return stored
  const nonce = crypto.randomUUID()
  localStore.set(keys.nonce, nonce)
  return nonce
}

/** Stores the address to open after the sign-in. */
export const storeTarget = (address: string): void => localStore.set(keys.wanted, address)

/** The stored address to open after the sign-in; by default the queue. */
export const wantedTarget = (): string => localStore.get(keys.wanted) ?? deskPaths.queue()

/** Takes {@link wantedTarget}: the next sign-in opens the queue. */
export function takeTarget(): string {
  const path = wantedTarget()
  localStore.remove(keys.wanted)
  return path
}
