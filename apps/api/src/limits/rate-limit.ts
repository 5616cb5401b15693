import type { Queries } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { networksOf } from './network-of.ts'
import { countUse, takeBackUse, usesSince } from './rate-limit.store.ts'

/** At most `most` uses of a key within a sliding window. */
export interface RateLimit {
  name: string
  most: number
  windowMs: number
  /** Uses by IP addresses: those of one network count together, for each size of network (payments.md 2.2). */
  ofNetworks?: true
  /** The refusal's sentence; its argument is the wait, such as "5 minutes". */
  say?: (wait: string) => string
}

const hourMs = 3_600_000

/** AUTH-21. */
export const codeRequestsOfOneAddress: RateLimit = { name: 'code-to', most: 5, windowMs: hourMs }
/** Code requests that one IP address may make (AUTH-21). */
export const codeRequestsFromOneIp: RateLimit = { name: 'code-from', most: 30, windowMs: hourMs, ofNetworks: true }
/** Unknown addresses that one IP address may ask about before every address gets the same answer (payments.md 2.2). */
export const unknownAddressesFromOneIp: RateLimit = {
  name: 'unknown-from',
  most: 10,
  windowMs: hourMs,
  ofNetworks: true,
}

/** Wrong sign-in codes of one network before all of its codes are refused unchecked (AUTH-21). */
export const wrongCodesFromOneIp: RateLimit = {
  name: 'wrong-codes-from',
  most: 20,
  windowMs: hourMs,
  ofNetworks: true,
  say: (wait) =>
    `Too many wrong codes came from your network. Please log in with your e-mail instead, get a link by text from Contact us, or try again in ${wait}.`,
}
/**
 * Networks that entered wrong codes for accounts that signed in before: beyond the limit staff get a mail, and such an
 * account accepts codes only from its known browsers (payments.md 2.2, SAFE-14). All networks together had at most 500
 * tries.
 */
export const guessingNetworks: RateLimit = { name: 'guessing-networks', most: 25, windowMs: hourMs }

/** Wrong tokens of operations and staff links from one network before it is refused altogether (SAFE-10). */
export const wrongOperationsTokensFromOneIp: RateLimit = {
  name: 'operations-token-from',
  most: 10,
  windowMs: hourMs,
  ofNetworks: true,
}
/** Wrong tokens of operations across the site before staff get a mail (SAFE-10). */
export const wrongOperationsTokensOfSite: RateLimit = { name: 'operations-tokens', most: 10, windowMs: hourMs }

/** Sign-in links to one address of staff, and from one IP address (OPS-15), as clients' links. */
export const staffLinksToOneAddress: RateLimit = { name: 'staff-link-to', most: 5, windowMs: hourMs }
export const staffLinksFromOneIp: RateLimit = { name: 'staff-link-from', most: 30, windowMs: hourMs, ofNetworks: true }

/** Refused card events before staff get a mail (abuse 7). */
export const refusedCardEvents: RateLimit = { name: 'card-events-refused', most: 20, windowMs: hourMs }

/** Text-backs (MSG-03) to one phone, from one IP address, to one prefix, and to one country: abuse 26, payments.md 2.2. */
export const textBacksToOnePhone: RateLimit = { name: 'text-back-to', most: 3, windowMs: 24 * hourMs }
/** See {@link textBacksToOnePhone}. */
export const textBacksFromOneIp: RateLimit = { name: 'text-back-from', most: 10, windowMs: hourMs, ofNetworks: true }
/** See {@link textBacksToOnePhone}. */
export const textBacksToOnePrefix: RateLimit = { name: 'text-back-prefix', most: 20, windowMs: hourMs }
/** See {@link textBacksToOnePhone}. */
export const textBacksToOneCountry: RateLimit = { name: 'text-back-country', most: 300, windowMs: hourMs }
/** Phones that one IP address may submit (MSG-01, abuse 26). */
export const newClientsFromOneIp: RateLimit = { name: 'new-client-from', most: 10, windowMs: hourMs, ofNetworks: true }

/** The window has this many buckets, so a use expires at most a twelfth of the window late. */
const buckets = 12

const bucketStart = (limit: RateLimit, now: number): number => {
  const bucketMs = limit.windowMs / buckets
  return Math.floor(now / bucketMs) * bucketMs
}

/**
 * The share of a text budget that is open to all; the rest is reserved for known browsers and numbers with a paid order
 * (AUTH-21).
 */
export const openShare = 2 / 3

/** One use. */
export interface Use {
  /** The counted person or thing; an IP address for a limit of networks. */
  subject: string
  /** A separate count per network, such as for a prefix of numbers. */
  of?: string
  /** Epoch milliseconds. */
  now: number
  /** LIMIT_SCALE, a factor on every limit. */
  scale: number
  /** The share of the limit for this use; by default all of it. */
  share?: number
}

/**
 * Counts a use and refuses it beyond the limit: 429 with Retry-After and `error_value` in seconds (AUTH-21). Safe for
 * concurrent calls (SAFE-07). Counting is part of the caller's transaction, so a refused use is not counted.
 */
export async function limitUse(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  for (const counter of countersOf(limit, use)) {
    const { total, oldest } = await countOne(queries, limit, counter, use)
    if (total > counter.most) throw tooMany(limit, use.now, oldest)
  }
}

/** Counts a use; returns whether it is within the limit. */
export async function countsWithin(queries: Queries, limit: RateLimit, use: Use): Promise<boolean> {
  let isWithin = true
  for (const counter of countersOf(limit, use))
    if ((await countOne(queries, limit, counter, use)).total > counter.most) isWithin = false
  return isWithin
}

/** Counts a use without a limit; returns the number within the window, for the narrowest network. */
export async function noteUse(queries: Queries, limit: RateLimit, use: Use): Promise<number> {
  const totals: number[] = []
  for (const counter of countersOf(limit, use)) totals.push((await countOne(queries, limit, counter, use)).total)
  return totals[0] ?? 0
}

/** Subtracts a use that {@link limitUse} counted at the same `now`. */
export async function takeBack(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  for (const { key } of countersOf(limit, use)) await takeBackUse(queries, key, bucketStart(limit, use.now))
}

/** Refuses if earlier uses have reached the limit; counts nothing. */
export async function refuseWhenUsedUp(queries: Queries, limit: RateLimit, use: Use): Promise<void> {
  for (const { key, most } of countersOf(limit, use)) {
    const { total, oldest } = await usesSince(queries, key, lookBack(limit, use.now))
    if (total >= most) throw tooMany(limit, use.now, oldest)
  }
}

/** The keys that count a use, and the limit of each; narrowest network first. */
function countersOf({ name, most, ofNetworks }: RateLimit, { subject, of, scale, share = 1 }: Use) {
  const networks = ofNetworks ? networksOf(subject) : [{ network: subject, times: 1 }]
  return networks.map(({ network, times }) => ({
    key: [name, network, ...(of === undefined ? [] : [of])].join(':'),
    most: most * times * scale * share,
  }))
}

/** A bucket expires once its last use is older than the window, so that no window ever exceeds the limit. */
const lookBack = (limit: RateLimit, now: number) => now - limit.windowMs - limit.windowMs / buckets

const countOne = (queries: Queries, limit: RateLimit, { key }: { key: string }, { now }: Use) =>
  countUse(queries, { key, at: bucketStart(limit, now), since: lookBack(limit, now) })

function tooMany(limit: RateLimit, now: number, oldest: number | undefined): Refusal {
  const seconds = Math.max(1, Math.ceil(((oldest ?? now) - lookBack(limit, now)) / 1000))
  const { say = (time: string) => `Too many tries. Please try again in ${time}.` } = limit
  return new Refusal(429, say(waitText(seconds)), {
    type: 'too_many_requests',
    value: seconds,
    retryAfter: seconds,
  })
}

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return '1 minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
