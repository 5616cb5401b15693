const firstPauseMs = 1000
const longestPauseMs = 30_000

/** How long to wait before the payment is asked for again: longer each time, in ms (ux 38). */
export function checkPause(answersSoFar: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 1.6 ** Math.max(0, answersSoFar - 1))
}
