import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import type { OrderChange } from '@nerdify/contract/orders.ts'
import { isLowMark, type LowRatingTag } from '@nerdify/domain/orders/mark.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { mayRate } from '@nerdify/domain/orders/rating.ts'
import { refuseErasedWithOrder } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { notFound, Refusal, unacceptable } from '../../http/refusal.ts'
import { limitUse, type RateLimit } from '../../limits/rate-limit.ts'
import type { AppContext } from '../../app-context.ts'
import { changeLocked, lockOrder } from '../change-locked.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { insertOrderEvent, type StoredOrder } from '../orders.store.ts'

/** A sent rating (RATE-02). */
export interface SentRating {
  mark: number
  feedback: string
  tags: readonly LowRatingTag[]
}

/** Limits one client's ratings, as each bad rating needs a quality review. */
const ratingsOfOneClient: RateLimit = { name: 'rating', most: 60, windowMs: 3_600_000 }

/** Fields allowed with a rating: ids are ignored (API-04), and the order's state decides, not its version. */
const fieldsOfRating = ['action', 'mark', 'feedback', 'tags', 'version', 'id', 'client_id']
const ratingFields = ['mark', 'feedback', 'tags'] as const

/** 422 at a rating's field in a body without a rating. */
export function refuseRatingFields(body: OrderChange): void {
  const field = ratingFields.find((name) => body[name] !== undefined)
  if (field !== undefined) throw unacceptable('This goes only with a rating.', field)
}

/** The rating in a body, or undefined; 422 without a mark, and at a field that cannot be changed with it. */
export function ratingOf(body: OrderChange): SentRating | undefined {
  if (body.action !== 'client_feedback') return undefined
  const extraField = Object.keys(body).find((field) => !fieldsOfRating.includes(field))
  if (extraField !== undefined) throw unacceptable('This cannot be changed at the same time.', extraField)
  if (body.mark === undefined) throw unacceptable('Please choose from 1 to 5 stars.', 'mark', 'mark_missing')
  return { mark: body.mark, feedback: writtenText(body.feedback ?? ''), tags: [...new Set(body.tags)] }
}

/**
 * Stores a client's rating of their own order (RATE-02) under a lock of its row, and in its history; a bad one waits
 * for quality review, and staff get a mail (RATE-04, WAIT-03). 404 for another's order, 409 account_erased, 409
 * rating_not_allowed where the screen offers no rating either (RATE-06).
 */
export async function rateOrder(
  queries: Queries,
  product: Pick<AppContext, 'settings' | 'clock'>,
  wish: { clientId: string; orderId: string; rating: SentRating },
): Promise<StoredOrder> {
  const { clientId, orderId, rating } = wish
  const { mark, feedback, tags } = rating
  const now = product.clock.now()
  const order = await lockOrder(queries, { clientId, orderId })
  if (orderIs.deleted(factsOf(order))) throw notFound()
  await refuseErasedWithOrder(queries, clientId)
  if (!mayRate(factsOf(order))) {
    throw new Refusal(409, 'You can’t rate this order right now.', { type: 'rating_not_allowed' })
  }
  const at = Math.max(now, order.updated_at + 1)
  await limitUse(queries, ratingsOfOneClient, { subject: clientId, now, scale: product.settings.limitScale })
  await insertOrderEvent(queries, {
    clientId,
    orderId,
    at,
    author: 'client',
    event: 'client_feedback',
    data: { mark, ...(feedback === '' ? {} : { feedback }), ...(tags.length === 0 ? {} : { tags }) },
  })
  return changeLocked(queries, order, {
    set: { mark, ...(isLowMark(mark) ? { review_settled_at: null } : {}) },
    now: at,
  })
}
