import { setTimeout as pause } from 'node:timers/promises'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { dropLease, renewLease, takeLease } from './leases.store.ts'

/** A lease expires this long after its last renewal: the work of a dead process is free again after that. */
const usualLeaseMs = 15_000
/** Renewals in the time of a lease: one or two may fail. */
const renewalsInLease = 5
/** How long a request waits for its turn in this process. */
const usualWaitMs = 20_000
/** How long a request waits for another process, which may be dead (HOLD-05); shorter if it also had to queue here. */
const otherProcessWaitMs = 4_000
const waitAfterQueueMs = 1_000
const pollMs = 100

const running = new Map<string, Promise<unknown>>()

/**
 * Owners of leases whose taking or release is in doubt because the database did not answer, by name. Their work has
 * ended or never began, so the next work in this process takes the lease over at once.
 */
const leftBehind = new Map<string, Set<string>>()

const takingLong = () =>
  new Refusal(503, 'This is taking longer than usual. Please try again in a moment.', {
    type: 'unavailable',
    retryAfter: 5,
  })

type LeaseParts = Pick<AppContext, 'queries' | 'clock'>

interface Lease {
  name: string
  owner: string
  leaseMs: number
}

/**
 * Runs `work` while no other work of that name runs, in this process or another. It holds no transaction, so `work` may
 * call a provider. Throws 503 if the turn does not come within `waitMs`, also in a deadlock, and sooner if another
 * process has the lease.
 */
export async function withLease<Result>(
  product: LeaseParts,
  name: string,
  work: () => Promise<Result>,
  { waitMs = usualWaitMs, leaseMs = usualLeaseMs }: { waitMs?: number; leaseMs?: number } = {},
): Promise<Result> {
  const startedAt = performance.now()
  const lease = newLease(product, name, leaseMs)
  const previous = running.get(name)
  const turn = async () => {
    if (previous !== undefined) await waitForEnd(previous, waitMs)
    const leastMs = Math.min(waitMs, waitAfterQueueMs)
    const mostMs = Math.min(waitMs, otherProcessWaitMs)
    await waitForLease(product, lease, Math.max(startedAt + mostMs, performance.now() + leastMs))
    return whileHolding(product, lease, work)
  }
  const current = turn()
  running.set(name, current)
  try {
    return await current
  } finally {
    if (running.get(name) === current) running.delete(name)
  }
}

/**
 * Runs a round of background work under a lease; a no-op while another round, here or in another process, holds it. The
 * next round takes over from a process that died.
 */
export async function whenFree<Result>(
  product: LeaseParts,
  name: string,
  work: () => Promise<Result>,
  { leaseMs = usualLeaseMs }: { leaseMs?: number } = {},
): Promise<Result | undefined> {
  const lease = newLease(product, name, leaseMs)
  return (await take(product, lease)) ? whileHolding(product, lease, work) : undefined
}

const newLease = ({ clock }: LeaseParts, name: string, leaseMs: number): Lease => ({
  name,
  owner: uuidv7(clock.now()),
  leaseMs,
})

/** Waits until earlier work has ended, also by failing; 503 if that takes too long. */
async function waitForEnd(earlier: Promise<unknown>, waitMs: number): Promise<void> {
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

/** Takes a lease as soon as it is free; 503 after `giveUpAt` (milliseconds of `performance.now`). */
async function waitForLease(product: LeaseParts, lease: Lease, giveUpAt: number): Promise<void> {
  while (!(await take(product, lease))) {
    if (performance.now() > giveUpAt) throw takingLong()
    await pause(pollMs)
  }
}

async function take({ queries }: LeaseParts, lease: Lease): Promise<boolean> {
  const { name } = lease
  try {
    const isTaken = await takeLease(queries, { ...lease, former: [...(leftBehind.get(name) ?? [])] })
    if (isTaken) leftBehind.delete(name)
    return isTaken
  } catch (error) {
    // The statement may have taken the lease, and nothing would renew or release it.
    leaveBehind(lease)
    release(queries, lease).catch(() => undefined)
    throw error
  }
}

/** Runs `work` while renewing the lease, and releases it at the end. */
async function whileHolding<Result>(
  { queries }: LeaseParts,
  lease: Lease,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewal = setInterval(() => {
    // The next renewal covers for a failed one.
    renewLease(queries, lease).catch(() => undefined)
  }, lease.leaseMs / renewalsInLease)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    await release(queries, lease)
  }
}

async function release(queries: Queries, lease: Lease): Promise<void> {
  try {
    await dropLease(queries, lease.name, lease.owner)
  } catch (error) {
    leaveBehind(lease)
    throw error
  }
}

/** Remembers an owner until its lease has certainly expired. */
function leaveBehind({ name, owner, leaseMs }: Lease): void {
  const owners = leftBehind.get(name) ?? new Set()
  leftBehind.set(name, owners.add(owner))
  setTimeout(() => {
    owners.delete(owner)
    if (owners.size === 0 && leftBehind.get(name) === owners) leftBehind.delete(name)
  }, leaseMs).unref()
}
