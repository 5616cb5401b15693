import { useState } from 'react'

/** FLOW-21: presses of Continue within so many ms count as one. */
export const onePressMs = 1200

/**
 * Lets presses through: the first one of each burst, and none while what it began is under way (FLOW-21, ux 32). The
 * answered function resolves when the press has had its effect, at once where it has none; it rejects with what the
 * action throws. `anew` is the press of another button, to try again: it belongs to no burst. `now` tells milliseconds.
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
 * Runs an action once for a burst of presses, see {@link createOnePress}; `retry` runs it anew after a failure, `busy` tells
 * that it is under way.
 */
export function useOnePress(action: () => Promise<void>): { press: () => void; retry: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const [once] = useState(() => createOnePress(() => performance.now()))
  const run = async () => {
    setBusy(true)
    try {
      await action()
    } finally {
      setBusy(false)
    }
  }
  return { press: () => void once(run), retry: () => void once(run, true), busy }
}
