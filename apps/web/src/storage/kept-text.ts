import { useState } from 'react'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from './draft-prefix.ts'
import { session } from '../visit/session.ts'

const storageKey = (name: string, orderId: string) => `${draftPrefix}${session.clientId() ?? ''}.${name}.${orderId}`

/** Prefills a text before its overlay opens; a stored text stays. */
export function beginText(name: string, orderId: string, text: string): void {
  const key = storageKey(name, orderId)
  if (localStore.get(key) === undefined) localStore.set(key, text)
}

/**
 * A text that outlives its overlay, so that a stray Escape loses nothing. Sending it and a chosen sign-out clear it
 * (AUTH-23).
 */
export function useKeptText(name: string, orderId: string, initial = ''): [text: string, keep: (text: string) => void] {
  const key = storageKey(name, orderId)
  const [text, setText] = useState(() => localStore.get(key) ?? initial)
  const keep = (next: string) => {
    setText(next)
    if (next !== '') localStore.set(key, next)
    // Another tab may have typed something else.
    else if (localStore.get(key) === text) localStore.remove(key)
  }
  return [text, keep]
}
