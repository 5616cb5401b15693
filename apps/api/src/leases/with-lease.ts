import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal } from '../http/refusal.ts'
import type { Product } from '../product.ts'
import { dropLease, renewLease, takeLease } from './leases.store.ts'

/** A lease outlives the longest call to a provider, retries and all. */
const usualLeaseMs = 90_000
/** How long somebody waits for their turn. */
const usualWaitMs = 20_000
const askAgainMs = 100

const running = new Map<string, Promise<unknown>>()

const takingLong = () =>
  new Refusal(503, 'This is taking longer than usual. Please try again in a moment.', {
    type: 'unavailable',
    retryAfter: 5,
  })

/**
 * Runs `work` while nobody else, in this process or another, runs work of that name. It holds no transaction, so `work`
 * may talk to a provider. Throws 503 when the turn does not come within `waitMs`, also where two wait for each other.
 */
export async function withLease<Result>(
  product: Product,
  name: string,
  work: () => Promise<Result>,
  { waitMs = usualWaitMs }: { waitMs?: number } = {},
): Promise<Result> {
  const before = running.get(name)
  const mine = (before === undefined ? Promise.resolve() : ended(before, waitMs)).then(() =>
    leased({ product, name, waitMs }, work),
  )
  running.set(name, mine)
  try {
    return await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}

/**
 * Runs a round of background work under a lease; a no-op while another round, here or in another process, holds it. The
 * lease is renewed while the round runs and expires by the product's clock, so the next round takes over from a process
 * that died.
 */
export async function whenFree<Result>(
  product: Pick<Product, 'queries' | 'clock'>,
  name: string,
  work: () => Promise<Result>,
  { leaseMs = usualLeaseMs }: { leaseMs?: number } = {},
): Promise<Result | undefined> {
  const { queries, clock } = product
  const now = clock.now()
  const owner = uuidv7(now)
  if (!(await takeLease(queries, { name, owner, now, until: now + leaseMs }))) return undefined
  const renewal = setInterval(() => {
    // One that does not go through is made up for by the next.
    renewLease(queries, { name, owner, until: clock.now() + leaseMs }).catch(() => undefined)
  }, leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await dropLease(product.queries, name, owner)
  }
}

/** Waits until earlier work has ended, however it ended; 503 when that takes too long. */
async function ended(earlier: Promise<unknown>, waitMs: number): Promise<void> {
  const limit = new AbortController()
  const tooLong = pause(waitMs, undefined, { signal: limit.signal }).then(() => {
    throw takingLong()
  })
  try {
    await Promise.race([earlier.catch(() => undefined), tooLong])
  } finally {
    limit.abort()
  }
}

async function leased<Result>(
  { product, name, waitMs }: { product: Product; name: string; waitMs: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const owner = uuidv7(product.clock.now())
  const startedAt = performance.now()
  for (;;) {
    const now = product.clock.now()
    if (await takeLease(product.queries, { name, owner, now, until: now + usualLeaseMs })) break
    if (performance.now() - startedAt > waitMs) throw takingLong()
    await pause(askAgainMs)
  }
  try {
    return await work()
  } finally {
    await dropLease(product.queries, name, owner)
  }
}
