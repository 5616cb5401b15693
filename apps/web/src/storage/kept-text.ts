import { useEffect, useState } from 'react'
import { createListeners } from '@nerdify/browser/listeners.ts'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from './draft-prefix.ts'
import { session } from '../visit/session.ts'

const storageKey = (name: string, orderId: string) => `${draftPrefix}${session.clientId() ?? ''}.${name}.${orderId}`

const requestPlace = (textKey: string) => `${textKey}.request`

/**
 * The idempotency key of a request that sends a kept text. A retry has the same key, also in an overlay that was closed
 * and opened again (API-11); emptying the text forgets it.
 */
export function requestKey(name: string, orderId: string, request: string): string {
  const place = requestPlace(storageKey(name, orderId))
  const last = JSON.parse(localStore.get(place) ?? '{}') as { request?: string; key?: string }
  if (last.request === request && last.key !== undefined) return last.key
  const key = crypto.randomUUID()
  localStore.set(place, JSON.stringify({ request, key }))
  return key
}

/** After an answer, the same text is another request. */
export const forgetRequestKey = (name: string, orderId: string) =>
  localStore.remove(requestPlace(storageKey(name, orderId)))

/** Prefills a text before its overlay opens; a stored text stays. */
export function beginText(name: string, orderId: string, text: string): void {
  const key = storageKey(name, orderId)
  if (localStore.get(key) === undefined) localStore.set(key, text)
}

/** Reports the key of a text that was sent or emptied: its overlay may have been closed and opened again meanwhile. */
const removals = createListeners<[key: string]>()

/**
 * A text that outlives its overlay, so that a stray Escape loses nothing. Sending it and a chosen sign-out clear it
 * (AUTH-23).
 */
export function useKeptText(name: string, orderId: string, initial = ''): [text: string, keep: (text: string) => void] {
  const key = storageKey(name, orderId)
  const [text, setText] = useState(() => localStore.get(key) ?? initial)
  useEffect(() => removals.add((removed) => removed === key && setText('')), [key])
  const keep = (next: string) => {
    setText(next)
    if (next !== '') return localStore.set(key, next)
    // Another tab may have typed something else.
    if (localStore.get(key) !== text) return
    localStore.remove(key)
    localStore.remove(requestPlace(key))
    removals.call(key)
  }
  return [text, keep]
}
