import { setTimeout } from 'node:timers/promises'

/** A repeated job; `run` resolves to the number of items that it found. */
interface Round {
  name: string
  /** Pause between rounds that found nothing, in milliseconds. */
  everyMs: number
  /** Delay of the first round, in milliseconds; none for work that may be waiting at the start. */
  firstAfterMs?: number
  run(): Promise<number>
}

/** The running rounds. */
export type Background = ReturnType<typeof runInBackground>

/**
 * Runs rounds in parallel until `ending` is aborted. After a round that found something the next follows at once; a
 * failed round is reported to `failed` and retried after its pause.
 */
export function runInBackground(
  rounds: readonly Round[],
  ending: AbortSignal,
  failed: (name: string, error: Error) => void,
) {
  const bells = new Map<string, () => void>()
  const loops = rounds.map(async (round) => {
    let isRung = false
    let ring: (() => void) | undefined
    bells.set(round.name, () => {
      isRung = true
      ring?.()
    })
    const pause = async (ms: number) => {
      const bell = new AbortController()
      ring = () => bell.abort()
      await setTimeout(ms, undefined, { signal: bell.signal }).catch(() => undefined)
      ring = undefined
    }
    if (round.firstAfterMs !== undefined) await pause(round.firstAfterMs)
    while (!ending.aborted) {
      isRung = false
      let found = 0
      try {
        found = await round.run()
      } catch (error) {
        // A round that the shutdown interrupted has not failed.
        if (!ending.aborted || error !== ending.reason) failed(round.name, error as Error)
      }
      if (found > 0 || isRung) continue
      await pause(round.everyMs)
    }
  })
  ending.addEventListener('abort', () => {
    for (const ring of bells.values()) ring()
  })
  return {
    /** Starts the next round with this name at once. */
    wake: (name: string) => bells.get(name)?.(),
    /** Settles once `ending` is aborted and no round is running. */
    ended: Promise.all(loops),
  }
}
