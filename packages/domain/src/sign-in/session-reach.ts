/** How a session began: by the code of a text, or a link: mailed, texted, to a rating, to a payment (AUTH-06 to AUTH-13). */
export type SessionOrigin = 'code' | 'mail-link' | 'text-link' | 'rating-link' | 'payment-link'

/** A session as far as its reach depends on it; instants in epoch milliseconds. */
export interface SessionFacts {
  /** Null for one from before origins were kept: it counts as one from a code, and never as recent. */
  origin: SessionOrigin | null
  startedAt: number
  /** The order of a rating or payment link. */
  orderId: string | null
}

/**
 * What a call asks of a session (SAFE-03), from least to most: `anything` is open to all, `its order` to a link to that order as
 * well, `orders` to whoever may place orders, `account` to a code or a mailed link, `fresh sign-in` to one of the last
 * 15 minutes.
 */
export type RequiredReach = 'anything' | 'its order' | 'orders' | 'account' | 'fresh sign-in'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a sign-in opens what is dear (SAFE-03). */
export const freshSignInMs = 15 * minuteMs

/** How long a session lives by how it began (SAFE-03). */
export const sessionLifeMs: Readonly<Record<SessionOrigin, number>> = {
  code: 30 * dayMs,
  'mail-link': 30 * dayMs,
  'text-link': dayMs,
  'rating-link': 30 * dayMs,
  'payment-link': 30 * dayMs,
}

/** How wide a session of each kind reaches: the needs that it meets, whenever it began. */
const widths: Readonly<Record<SessionOrigin, readonly RequiredReach[]>> = {
  code: ['anything', 'its order', 'orders', 'account'],
  'mail-link': ['anything', 'its order', 'orders', 'account'],
  'text-link': ['anything', 'its order', 'orders'],
  'rating-link': ['anything', 'its order'],
  'payment-link': ['anything', 'its order'],
}

/** The only order that a session reaches; undefined when it reaches all of its client's. */
export function onlyOrderOf({ origin, orderId }: SessionFacts): string | null | undefined {
  return origin !== null && !widths[origin].includes('orders') ? orderId : undefined
}

/** Whether a session may make a call (SAFE-03); `orderId` is the order that the call is about. */
export function reaches(
  session: SessionFacts,
  call: { need: RequiredReach; orderId?: string | undefined; now: number },
): boolean {
  const { origin, startedAt } = session
  const width = widths[origin ?? 'code']
  if (call.need === 'fresh sign-in')
    return origin !== null && width.includes('account') && call.now - startedAt <= freshSignInMs
  if (!width.includes(call.need)) return false
  const only = onlyOrderOf(session)
  return call.need !== 'its order' || only === undefined || only === call.orderId
}

/**
 * Whether the present session already reaches what a link of the same client would open: then it stays, and the link
 * only redirects (AUTH-16, SAFE-03). A mailed link always signs in again, since that makes the sign-in fresh.
 */
export function coversLink(session: SessionFacts, link: { origin: SessionOrigin; orderId: string | null }): boolean {
  if (link.origin === 'mail-link' || link.origin === 'code') return false
  const width = widths[session.origin ?? 'code']
  const only = onlyOrderOf(session)
  return widths[link.origin].every((need) => width.includes(need)) && (only === undefined || only === link.orderId)
}
