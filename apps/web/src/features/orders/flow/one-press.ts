import { useState } from 'react'
import { useRestoredPage } from '../../../frame/restored-page.ts'
import { useAction } from '../../../frame/use-action.ts'

/** FLOW-21: clicks on Continue within this many ms count as one. */
export const onePressMs = 1200

/**
 * Runs the first click of each burst, and none while its action runs (FLOW-21, ux 32).
 *
 * @param now the time in milliseconds
 * @returns runs the action and resolves when it is done, at once for a dropped click; rejects with the action's error.
 * `isRetry` is for a retry button: its click starts a new burst.
 */
export function createOnePress(now: () => number): (action: () => Promise<void>, isRetry?: boolean) => Promise<void> {
  let isUnderWay = false
  let pressedAt = Number.NEGATIVE_INFINITY
  return async (action, isRetry = false) => {
    const at = now()
    if (isUnderWay || (!isRetry && at - pressedAt < onePressMs)) return
    pressedAt = at
    isUnderWay = true
    try {
      await action()
    } finally {
      isUnderWay = false
    }
  }
}

/**
 * Runs an action once for a burst of clicks, see {@link createOnePress} and {@link useAction}. `retry` runs it again
 * after a failure; `failure` is the last run's error in words.
 */
export function useOnePress(action: () => Promise<unknown>) {
  const { run, busy, fault } = useAction(action)
  const [once, setOnce] = useState(() => createOnePress(() => performance.now()))
  // The clock stops in a page that the browser keeps, so Back on the card page would continue the last burst.
  useRestoredPage(() => setOnce(() => createOnePress(() => performance.now())))
  return {
    press: () => void once(run),
    retry: () => void once(run, true),
    busy,
    failure: fault,
  }
}
