/**
 * How a session began: by an SMS code, or by a link in a mail, a text, a rating request, a payment request (AUTH-06 to
 * AUTH-13) or the announcement of a message (TALK-04).
 */
export type SessionOrigin = 'code' | 'mail-link' | 'text-link' | 'rating-link' | 'payment-link' | 'message-link'

/** The facts that decide a session's reach; instants in epoch milliseconds. */
export interface SessionFacts {
  /** Null for sessions older than this column: they count as started by a code, and never as recent. */
  origin: SessionOrigin | null
  startedAt: number
  /** The order of a rating or payment link; for a message link, its conversation: the id of the order or client. */
  orderId: string | null
}

/**
 * The reach that a call requires (SAFE-03), from least to most: `anything` is open to all, `its conversation` needs at
 * least a link to that conversation, `its order` a link to that order, `orders` the right to place orders, `account` a
 * code or a mailed link, `fresh sign-in` such a sign-in within the last 15 minutes.
 */
export type RequiredReach = 'anything' | 'its conversation' | 'its order' | 'orders' | 'account' | 'fresh sign-in'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a sign-in allows sensitive calls (SAFE-03). */
export const freshSignInMs = 15 * minuteMs

/** The lifetime of a session by origin (SAFE-03). */
export const sessionLifeMs: Readonly<Record<SessionOrigin, number>> = {
  code: 30 * dayMs,
  'mail-link': 30 * dayMs,
  'text-link': dayMs,
  'rating-link': 30 * dayMs,
  'payment-link': 30 * dayMs,
  'message-link': dayMs,
}

/** The requirements that a session of each origin meets, regardless of its age. */
const widths: Readonly<Record<SessionOrigin, readonly RequiredReach[]>> = {
  code: ['anything', 'its conversation', 'its order', 'orders', 'account'],
  'mail-link': ['anything', 'its conversation', 'its order', 'orders', 'account'],
  'text-link': ['anything', 'its conversation', 'its order', 'orders'],
  'rating-link': ['anything', 'its conversation', 'its order'],
  'payment-link': ['anything', 'its conversation', 'its order'],
  'message-link': ['anything', 'its conversation'],
}

/** The only order that a session reaches; undefined if it reaches all of the client's orders. */
export function onlyOrderOf({ origin, orderId }: SessionFacts): string | null | undefined {
  return origin !== null && !widths[origin].includes('orders') ? orderId : undefined
}

/** Whether a session may make a call (SAFE-03); `orderId` is the order or the conversation of the call. */
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
  const isForOneOrder = call.need === 'its order' || call.need === 'its conversation'
  return !isForOneOrder || only === undefined || only === call.orderId
}

/**
 * Whether the current session already reaches everything that the same client's link would open: then the link only
 * redirects (AUTH-16, SAFE-03). A mailed link always signs in again, which makes the sign-in fresh.
 */
export function coversLink(session: SessionFacts, link: { origin: SessionOrigin; orderId: string | null }): boolean {
  if (link.origin === 'mail-link' || link.origin === 'code') return false
  const width = widths[session.origin ?? 'code']
  const only = onlyOrderOf(session)
  return widths[link.origin].every((need) => width.includes(need)) && (only === undefined || only === link.orderId)
}
