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
 * Runs rounds side by side until stopped. A round that found something is followed by the next at once; one that failed
 * is reported and tried again after its pause.
 */
export function runInBackground(rounds: readonly Round[], failed: (name: string, error: Error) => void) {
  let stopping = false
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
    while (!stopping) {
      rung = false
      let found = 0
      try {
        found = await round.run()
      } catch (error) {
        failed(round.name, error as Error)
      }
      if (found > 0 || rung || stopping) continue
      await pause(round.everyMs)
    }
  })
  return {
    /** Starts the next round of a name at once. */
    wake: (name: string) => bells.get(name)?.(),
    /** Lets the rounds under way end and starts no more. */
    async stop() {
      stopping = true
      for (const ring of bells.values()) ring()
      await Promise.all(loops)
    },
  }
}
