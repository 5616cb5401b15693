import { useRef, useState } from 'react'

/** FLOW-21: presses of Continue within so many ms count as one. */
const onePressMs = 1200

/**
 * Runs an action once for a burst of presses, and never again while it is under way (FLOW-21, ux 32). `busy` tells that
 * it is.
 */
export function useOnePress(action: () => Promise<void>): { press: () => void; busy: boolean } {
  const [busy, setBusy] = useState(false)
  const underWay = useRef(false)
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  const run = async () => {
    const now = performance.now()
    if (underWay.current || now - pressedAt.current < onePressMs) return
    pressedAt.current = now
    underWay.current = true
    setBusy(true)
    try {
      await action()
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { press: () => void run(), busy }
}
