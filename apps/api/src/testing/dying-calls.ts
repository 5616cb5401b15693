import type { Cards } from '../ports.ts'

/** A port whose calls can kill their caller: the provider has done its work, but its answer is lost. */
export interface DyingCalls<Port> {
  port: Port
  /** Performs the next call of this name, then kills its caller. */
  dieAfter(call: keyof Port): void
  /** The number of killed callers. */
  deaths(): number
  /** Stops killing callers. */
  heal(): void
}

/** Wraps the card provider so that tests choose where a worker dies: between the provider's work and our books. */
export function dyingCalls(cards: Cards): DyingCalls<Cards> {
  const doomed = new Set<keyof Cards>()
  let deaths = 0
  const port = new Proxy(cards, {
    get(target, name: keyof Cards) {
      if (!doomed.has(name)) return target[name]
      return async (...values: unknown[]) => {
        const answer = await (target[name] as (...given: unknown[]) => unknown)(...values)
        if (!doomed.delete(name)) return answer
        deaths += 1
        throw new Error(`the caller of ${name} has died`)
      }
    },
  })
  return { port, dieAfter: (call) => doomed.add(call), deaths: () => deaths, heal: () => doomed.clear() }
}
