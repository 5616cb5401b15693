import type { CallError } from '@nerdify/contract/error-body.ts'
import { useState } from 'react'
import { asCallError } from '../api/call-error.ts'
import { failureText } from '../api/failure-text.ts'

/** What an action answers that has led on to another screen. */
export const navigatedAway = 'led on'

/**
 * Runs an action, and not again while it is under way (ux 32).
 * - `failure` is what the last run threw, `fault` what a person reads about it; `reset` forgets both.
 * - `onFailure` moves the focus to what is to be put right.
 * - After an action that answers {@link navigatedAway} it stays `busy` until the next screen stands (EASE-01).
 */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  onFailure?: () => void,
) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const run = async (...args: Args) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      if ((await action(...args)) === navigatedAway) return
    } catch (thrown) {
      setFailure(asCallError(thrown))
      onFailure?.()
    }
    setBusy(false)
  }
  return { run, busy, failure, fault: failure && failureText(failure), reset: () => setFailure(undefined) }
}
