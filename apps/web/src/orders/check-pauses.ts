const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Pause before the next payment check, in ms; longer each time (ux 38). */
export function checkPause(answersSoFar: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 1.6 ** Math.max(0, answersSoFar - 1))
}
