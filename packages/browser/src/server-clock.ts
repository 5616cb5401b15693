/** A sample of the server's clock: its `Date` header, and this device's clock before and after the call (ms). */
export interface ClockSample {
  date: number
  sentAt: number
  receivedAt: number
}

/** A `Date` header is truncated to whole seconds: half a second is the best correction. */
const halfSecond = 500

/** A larger difference means a changed clock and not network jitter, in ms. */
const jump = 2000

/**
 * Follows the server's clock by the answers' `Date` headers (FLOW-31). The quickest answer is the most precise; a
 * changed device clock is learned again. `deviceNow` answers epoch milliseconds.
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
    /** Epoch milliseconds (UTC) by the server's clock; by this device's until the first answer. */
    now: () => Math.round(deviceNow() + (known?.offset ?? 0)),
  }
}
