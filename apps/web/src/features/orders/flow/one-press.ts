import { useState } from 'react'
import { asCallError } from '../../../api/call-error.ts'
import { failureText } from '../../../api/failure-text.ts'

/** FLOW-21: presses of Continue within so many ms count as one. */
export const onePressMs = 1200

/**
 * Lets the first press of each burst through, and none while its action is under way (FLOW-21, ux 32). The answered
 * function resolves when the action is done, at once for a press that is dropped, and rejects with what the action
 * throws. `anew` is the press of another button, to try again: it starts a new burst. `now` is the time in milliseconds.
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

/** What an action answers that has led on to another screen. */
export const ledOn = 'led on'

/**
 * Runs an action once for a burst of presses, see {@link createOnePress}; `retry` runs it anew after a failure, `busy` tells
 * that it is under way; after an action that answers {@link ledOn} until the next screen stands (EASE-01). `failure` says
 * in words what the last run threw.
 */
export function useOnePress(action: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [once] = useState(() => createOnePress(() => performance.now()))
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    let answer: unknown
    try {
      answer = await action()
    } catch (thrown) {
      setFailure(failureText(asCallError(thrown)))
    } finally {
      if (answer !== ledOn) setBusy(false)
    }
  }
  return { press: () => void once(run), retry: () => void once(run, true), busy, failure }
}
