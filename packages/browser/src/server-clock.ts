/** A sample of the server's clock: its `Date` header, and this device's clock before and after the call (ms). */
export interface ClockSample {
  date: number
  sentAt: number
  receivedAt: number
}

/** A `Date` header is truncated to whole seconds: half a second is the best correction. */
const truncationMs = 500

/** A larger difference is a changed clock, not network jitter. */
const clockChangeMs = 2000

/**
 * Follows the server's clock by the `Date` headers of its answers (FLOW-31). The fastest answer is the most precise; a
 * change of the device clock restarts the search. `deviceNow` returns epoch milliseconds.
 */
export function createServerClock(deviceNow: () => number) {
  let best: { offset: number; roundTrip: number } | undefined
  return {
    learn({ date, sentAt, receivedAt }: ClockSample) {
      const roundTrip = receivedAt - sentAt
      const offset = date + truncationMs - (sentAt + receivedAt) / 2
      if (
        best === undefined ||
        roundTrip < best.roundTrip ||
        Math.abs(offset - best.offset) > clockChangeMs + roundTrip
      ) {
        best = { offset, roundTrip }
      }
    },
    /** Epoch milliseconds (UTC) by the server's clock; by this device's until the first answer. */
    now: () => Math.round(deviceNow() + (best?.offset ?? 0)),
  }
}
