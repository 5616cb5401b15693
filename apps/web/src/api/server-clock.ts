/** One look at the server's clock: its `Date` header, and this device's clock before and after the call (ms). */
export interface ClockSample {
  date: number
  sentAt: number
  receivedAt: number
}

/** A `Date` header is cut to whole seconds: half of one is the best guess for the rest. */
const halfSecond = 500

/** A difference above this is a changed clock rather than the jitter of the network, in ms. */
const jump = 2000

/**
 * Follows the server's clock from the answers' `Date` headers (FLOW-31). The quickest answer tells best; a device
 * clock that was set meanwhile is learnt anew. `deviceNow` tells epoch milliseconds.
 */
export function createServerClock(deviceNow: () => number) {
  let known: { offset: number; roundTrip: number } | undefined
  return {
    learn({ date, sentAt, receivedAt }: ClockSample) {
      const roundTrip = receivedAt - sentAt
      const offset = date + halfSecond - (sentAt + receivedAt) / 2
      if (known === undefined || roundTrip < known.roundTrip || Math.abs(offset - known.offset) > jump + roundTrip) {
        known = { offset, roundTrip }
      }
    },
    /** Epoch milliseconds (UTC) by the server's clock; by this device's until an answer came. */
    now: () => Math.round(deviceNow() + (known?.offset ?? 0)),
  }
}
