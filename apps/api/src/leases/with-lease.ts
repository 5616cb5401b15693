import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { dropLease, takeLease } from './leases.store.ts'

/** A lease outlives the longest call to a provider, retries and all. */
const leaseMs = 90_000
const waitMs = 20_000
const askAgainMs = 100

const running = new Map<string, Promise<unknown>>()

/**
 * Runs `work` while nobody else, in this process or another, runs work of that name. It holds no transaction, so `work`
 * may talk to a provider. Throws 503 when others keep the name for too long.
 */
export async function withLease<Result>(product: Product, name: string, work: () => Promise<Result>): Promise<Result> {
  const before = running.get(name) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(() => leased(product, name, work))
  running.set(name, mine)
  try {
    return await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}

async function leased<Result>(product: Product, name: string, work: () => Promise<Result>): Promise<Result> {
  const owner = uuidv7(product.clock.now())
  const startedAt = performance.now()
  for (;;) {
    const now = product.clock.now()
    if (await takeLease(product.queries, { name, owner, now, until: now + leaseMs })) break
    if (performance.now() - startedAt > waitMs) {
      throw new Refusal(503, 'This is taking longer than usual. Please try again in a moment.', {
        type: 'unavailable',
        retryAfter: 5,
      })
    }
    await pause(askAgainMs)
  }
  try {
    return await work()
  } finally {
    await dropLease(product.queries, name, owner)
  }
}
