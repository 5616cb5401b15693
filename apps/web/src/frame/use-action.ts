import type { CallError } from '@nerdify/contract/error-body.ts'
import { useState } from 'react'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'

/** The result of an action that navigated to another screen. */
export const navigatedAway = 'navigated away'

/**
 * Runs an action; a call while it runs is a no-op (ux 32).
 * - `failure` is the last run's error, `fault` its text; `reset` clears both.
 * - `onFailure` moves the focus to the field to correct, unless the person has moved it meanwhile.
 * - After {@link navigatedAway} the action stays `busy` until the next screen shows (EASE-01), or until Back returns
 *   here.
 */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  onFailure?: () => void,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const run = async (...args: Args) => {
    if (busy) return
    const focused = document.activeElement
    setBusy(true)
    setFailure(undefined)
    try {
      if ((await action(...args)) === navigatedAway) {
        window.addEventListener('popstate', () => setBusy(false), { once: true })
        return
      }
    } catch (thrown) {
      setFailure(asCallError(thrown))
      // Who types in another field by now keeps the focus: their letters would land here.
      if (focused === document.activeElement) onFailure?.()
    }
    setBusy(false)
  }
  return { run, busy, failure, fault: failure && failureText(failure), reset: () => setFailure(undefined) }
}
