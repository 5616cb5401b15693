import { setTimeout } from 'node:timers/promises'

/** A piece of work that is done again and again: each round answers how much there was to do. */
interface Round {
  name: string
  /** Pause between rounds that found nothing, in milliseconds. */
  everyMs: number
  /** How long the first round waits, in milliseconds; nothing where work may lie there that must not wait. */
  firstAfterMs?: number
  run(): Promise<number>
}

/** The running rounds. */
export type Background = ReturnType<typeof runInBackground>

/**
 * Runs rounds side by side until `ending` is aborted. A round that found something is followed by the next at once; one
 * that failed is reported and tried again after its pause.
 */
export function runInBackground(
  rounds: readonly Round[],
  ending: AbortSignal,
  failed: (name: string, error: Error) => void,
) {
  const bells = new Map<string, () => void>()
  const loops = rounds.map(async (round) => {
    let rung = false
    let ring: (() => void) | undefined
    bells.set(round.name, () => {
      rung = true
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
      rung = false
      let found = 0
      try {
        found = await round.run()
      } catch (error) {
        // A round that was broken off by the end has not failed.
        if (!ending.aborted || error !== ending.reason) failed(round.name, error as Error)
      }
      if (found > 0 || rung) continue
      await pause(round.everyMs)
    }
  })
  ending.addEventListener('abort', () => {
    for (const ring of bells.values()) ring()
  })
  return {
    /** Starts the next round of a name at once. */
    wake: (name: string) => bells.get(name)?.(),
    /** Settles when `ending` was aborted and no round is under way any more. */
    ended: Promise.all(loops),
  }
}
