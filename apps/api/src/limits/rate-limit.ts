import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { networkOf } from './network-of.ts'
import { countUse, usesSince } from './rate-limit.store.ts'

/** At most `most` uses of a key within a sliding window. */
export interface RateLimit {
  name: string
  most: number
  windowMs: number
  /** Uses are of IP addresses, and those of one network count together (payments.md 2.2). */
  ofNetworks?: true
  /** The sentence for whoever reached it, told how long to wait, "5 minutes". */
  say?: (wait: string) => string
}

const hourMs = 3_600_000

/** AUTH-21. */
export const codeRequestsOfOneAddress: RateLimit = { name: 'code-to', most: 5, windowMs: hourMs }
/** Code requests that one IP address may make (AUTH-21). */
export const codeRequestsFromOneIp: RateLimit = { name: 'code-from', most: 30, windowMs: hourMs, ofNetworks: true }
/** Addresses of nobody that one IP address may ask about before every address is answered alike (payments.md 2.2). */
export const unknownAddressesFromOneIp: RateLimit = {
  name: 'unknown-from',
  most: 10,
  windowMs: hourMs,
  ofNetworks: true,
}

/** Wrong codes over the whole site that our people are told of (payments.md 2.2). */
export const wrongCodesOfSite: RateLimit = { name: 'wrong-codes', most: 100, windowMs: hourMs }

/** Wrong tokens of operations that one network may bring before none is looked at any more (SAFE-10). */
export const wrongOperationsTokensFromOneIp: RateLimit = {
  name: 'operations-token-from',
  most: 10,
  windowMs: hourMs,
  ofNetworks: true,
}
/** Wrong tokens of operations over the whole site that our people are told of (SAFE-10). */
export const wrongOperationsTokensOfSite: RateLimit = { name: 'operations-tokens', most: 10, windowMs: hourMs }

/** Card events that were refused, which our people are told of (abuse 7). */
export const refusedCardEvents: RateLimit = { name: 'card-events-refused', most: 20, windowMs: hourMs }

/** Text-backs (MSG-03) to one phone, from one IP address, to one prefix, and to one country: abuse 26, payments.md 2.2. */
export const textBacksToOnePhone: RateLimit = { name: 'text-back-to', most: 3, windowMs: 24 * hourMs }
/** See {@link textBacksToOnePhone}. */
export const textBacksFromOneIp: RateLimit = { name: 'text-back-from', most: 10, windowMs: hourMs, ofNetworks: true }
/** See {@link textBacksToOnePhone}. */
export const textBacksToOnePrefix: RateLimit = { name: 'text-back-prefix', most: 20, windowMs: hourMs }
/** See {@link textBacksToOnePhone}. */
export const textBacksToOneCountry: RateLimit = { name: 'text-back-country', most: 300, windowMs: hourMs }
/** Phones that one IP address may leave (MSG-01, abuse 26). */
export const newClientsFromOneIp: RateLimit = { name: 'new-client-from', most: 10, windowMs: hourMs, ofNetworks: true }

/** The window is counted in this many parts, so a use is forgotten at most a twelfth of the window late. */
const parts = 12

const partStart = (limit: RateLimit, now: number): number => {
  const part = limit.windowMs / parts
  return Math.floor(now / part) * part
}

/** One use: `subject` is whom or what it counts for, `now` epoch milliseconds, `scale` LIMIT_SCALE, a factor on every limit. */
export interface Use {
  subject: string
  now: number
  scale: number
}

/**
 * Counts a use and refuses it when it is one too many: 429 with Retry-After and `error_value` in seconds (AUTH-21). It holds
 * for calls at the same moment too (SAFE-07). Counting is part of the caller's transaction, so a refused use is not counted.
 */
export async function limitUse(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  const { total, oldest } = await countOne(queries, limit, use)
  if (total > limit.most * use.scale) throw tooMany(limit, use.now, oldest)
}

/** Counts a use; whether it is still within the limit. */
export async function countsWithin(queries: Queries, limit: RateLimit, use: Use): Promise<boolean> {
  return (await countOne(queries, limit, use)).total <= limit.most * use.scale
}

/** Counts a use without refusing it; answers how many there are within the window. */
export async function noteUse(queries: Queries, limit: RateLimit, use: Use): Promise<number> {
  return (await countOne(queries, limit, use)).total
}

/** Refuses when the limit has been reached by earlier uses; counts nothing. */
export async function refuseWhenUsedUp(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  const { total, oldest } = await usesSince(queries, keyOf(limit, use), lookBack(limit, use.now))
  if (total >= limit.most * use.scale) throw tooMany(limit, use.now, oldest)
}

const keyOf = ({ name, ofNetworks }: RateLimit, { subject }: Use) =>
  `${name}:${ofNetworks ? networkOf(subject) : subject}`

/** A part is forgotten once its last use is older than the window, so that no window ever holds more than the limit. */
const lookBack = (limit: RateLimit, now: number) => now - limit.windowMs - limit.windowMs / parts

const countOne = (queries: Queries, limit: RateLimit, use: Use) =>
  countUse(queries, { key: keyOf(limit, use), at: partStart(limit, use.now), since: lookBack(limit, use.now) })

function tooMany(limit: RateLimit, now: number, oldest: number | undefined): Refusal {
  const seconds = Math.max(1, Math.ceil(((oldest ?? now) - lookBack(limit, now)) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes >= 120 ? `${Math.ceil(minutes / 60)} hours` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  const { say = (time: string) => `Too many tries. Please try again in ${time}.` } = limit
  return new Refusal(429, say(wait), {
    type: 'too_many_requests',
    value: seconds,
    retryAfter: seconds,
  })
}
