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

/**
 * Leases that could not be given back because the database was away, by name, with their owner. Its work has ended, so
 * the next one in this process takes the lease over and does not wait until it expires.
 */
const leftBehind = new Map<string, string>()

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
  const owner = uuidv7(clock.now())
  if (!(await take(product, { name, owner, leaseMs }))) return undefined
  const renewal = setInterval(() => {
    // One that does not go through is made up for by the next.
    renewLease(queries, { name, owner, until: clock.now() + leaseMs }).catch(() => undefined)
  }, leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await giveBack(product, { name, owner })
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
    if (await take(product, { name, owner, leaseMs: usualLeaseMs })) break
    if (performance.now() - startedAt > waitMs) throw takingLong()
    await pause(askAgainMs)
  }
  try {
    return await work()
  } finally {
    await giveBack(product, { name, owner })
  }
}

async function take(
  { queries, clock }: Pick<Product, 'queries' | 'clock'>,
  { name, owner, leaseMs }: { name: string; owner: string; leaseMs: number },
): Promise<boolean> {
  const now = clock.now()
  const taken = await takeLease(queries, { name, owner, former: leftBehind.get(name), now, until: now + leaseMs })
  if (taken) leftBehind.delete(name)
  return taken
}

async function giveBack(
  { queries }: Pick<Product, 'queries'>,
  { name, owner }: { name: string; owner: string },
): Promise<void> {
  try {
    await dropLease(queries, name, owner)
  } catch (error) {
    leftBehind.set(name, owner)
    setTimeout(() => leftBehind.delete(name), usualLeaseMs).unref()
    throw error
  }
}
