import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { countUse, usesSince } from './rate-limit.store.ts'

/** At most `most` uses of a key within a sliding window. */
export interface RateLimit {
  name: string
  most: number
  windowMs: number
}

const hourMs = 3_600_000

/** AUTH-21. */
export const codeRequestsOfOneAddress: RateLimit = { name: 'code-to', most: 5, windowMs: hourMs }
/** Code requests that one IP address may make (AUTH-21). */
export const codeRequestsFromOneIp: RateLimit = { name: 'code-from', most: 30, windowMs: hourMs }
/** Wrong codes that lock an account's phone sign-in (AUTH-21). */
export const wrongCodesOfOneClient: RateLimit = { name: 'wrong-code', most: 10, windowMs: 24 * hourMs }

/** The window is counted in this many parts, so a use is forgotten at most a twelfth of the window late. */
const parts = 12

const partStart = (limit: RateLimit, now: number): number => {
  const part = limit.windowMs / parts
  return Math.floor(now / part) * part
}

/** Where a use and the time are known; `scale` is LIMIT_SCALE, a factor on every limit. */
export interface Use {
  of: string
  now: number
  scale: number
}

/**
 * Counts a use and refuses it when it is one too many: 429 with Retry-After and `error_value` in seconds (AUTH-21).
 * Counting is part of the caller's transaction, so a refused use is not counted.
 */
export async function limitUse(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  const uses = await countUse(queries, {
    key: `${limit.name}:${use.of}`,
    at: partStart(limit, use.now),
    since: use.now - limit.windowMs,
  })
  const total = uses.reduce((sum, one) => sum + one.count, 0)
  if (total > limit.most * use.scale) throw tooMany(limit, use.now, uses[0]?.start)
}

/** Counts a use without refusing it. */
export async function noteUse(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  await countUse(queries, {
    key: `${limit.name}:${use.of}`,
    at: partStart(limit, use.now),
    since: use.now,
  })
}

/** Refuses when the limit has been reached by earlier uses; counts nothing. */
export async function refuseWhenUsedUp(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  const uses = await usesSince(queries, `${limit.name}:${use.of}`, use.now - limit.windowMs)
  const total = uses.reduce((sum, one) => sum + one.count, 0)
  if (total >= limit.most * use.scale) throw tooMany(limit, use.now, uses[0]?.start)
}

function tooMany(limit: RateLimit, now: number, oldest: number | undefined): Refusal {
  const seconds = Math.max(1, Math.ceil(((oldest ?? now) + limit.windowMs - now) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes >= 120 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new Refusal(429, `Too many tries. Please try again in ${wait}.`, {
    type: 'too_many_requests',
    value: seconds,
    retryAfter: seconds,
  })
}
