import { useState } from 'react'
import { useAction } from '../../../frame/use-action.ts'

/** FLOW-21: presses of Continue within so many ms count as one. */
export const onePressMs = 1200

/**
 * Lets the first press of each burst through, and none while its action runs (FLOW-21, ux 32).
 *
 * @param now the time in milliseconds
 * @returns runs the action and resolves when it is done, at once for a press that is dropped; rejects with what the
 *   action throws. `anew` is for a retry button: its press starts a new burst.
 */
export function createOnePress(now: () => number): (action: () => Promise<void>, anew?: boolean) => Promise<void> {
  let isUnderWay = false
  let pressedAt = Number.NEGATIVE_INFINITY
  return async (action, anew = false) => {
    const at = now()
    if (isUnderWay || (!anew && at - pressedAt < onePressMs)) return
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
 * Runs an action once for a burst of presses, see {@link createOnePress} and {@link useAction}. `retry` runs it again
 * after a failure; `failure` says in words what the last run threw.
 */
export function useOnePress(action: () => Promise<unknown>) {
  const { run, busy, fault } = useAction(action)
  const [once] = useState(() => createOnePress(() => performance.now()))
  return {
    press: () => void once(run),
    retry: () => void once(run, true),
    busy,
    failure: fault,
  }
}
