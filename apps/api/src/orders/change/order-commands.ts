import type { OrderChange } from '@nerdify/contract/orders.ts'
import { couponCodeFrom, couponCodeMissingText } from '@nerdify/domain/discounts/coupon-code.ts'
import type { AdditionalFlag } from '@nerdify/domain/orders/order-facts.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import { unacceptable } from '../../http/refusal.ts'
import { type ClientEvent, clientEventOf } from './client-event.ts'
import type { ServiceChange } from '../price/late-services.ts'
import type { DiscountChange } from '../price/order-discount.ts'
import { type OrderFields, readOrderFields } from './order-fields.ts'
import { ratingOf, refuseRatingFields, type SentRating } from './rate-order.ts'

/** An edit of an order (API-04, API-05, SRV-03, DISC-18, CAB-06). */
export type OrderEdit =
  | { kind: 'fields'; fields: OrderFields }
  /** Uploads to attach to the task. */
  | { kind: 'files'; uploads: readonly string[] }
  | { kind: 'service'; service: ServiceChange }
  | { kind: 'coupon'; discount: DiscountChange }
  | { kind: 'payment_link_sent' }
  | { kind: 'flags'; flags: readonly AdditionalFlag[] }

/** A client's command for an order: an event or a rating, each alone in its body, or any number of edits. */
export type OrderCommand =
  | { kind: 'event'; event: ClientEvent }
  | { kind: 'rating'; rating: SentRating }
  | { kind: 'edit'; edits: readonly OrderEdit[] }

/** Reads the body of a change; 422 at the field for an invalid value, and for fields that cannot go together. */
export function readOrderCommand(body: OrderChange, uploads: readonly string[]): OrderCommand {
  const rating = ratingOf(body)
  if (rating !== undefined) return { kind: 'rating', rating }
  const event = clientEventOf(body)
  if (event !== undefined) return { kind: 'event', event }
  return { kind: 'edit', edits: editsOf(body, uploads) }
}

function editsOf(body: OrderChange, uploads: readonly string[]): OrderEdit[] {
  const fields = readOrderFields(body)
  refuseRatingFields(body)
  const edits: OrderEdit[] = [{ kind: 'fields', fields }]
  if (uploads.length > 0) edits.push({ kind: 'files', uploads })
  const action = actionOf(body)
  if (action !== undefined) edits.push(action)
  const { plagiarism_check: added } = body
  if (added !== undefined) {
    if (action?.kind === 'service') throw unacceptable('Please change one service at a time.', 'plagiarism_check')
    const service = { tag: 'adv_plagreport', added, worker: undefined, isField: true } as const
    edits.push({ kind: 'service', service })
  }
  if (body.option === 'payment_link_sent') edits.push({ kind: 'payment_link_sent' })
  if (body.additional !== undefined) edits.push({ kind: 'flags', flags: body.additional })
  return edits
}

/** Fields that require an action. */
const fieldsOfActions = {
  tag: 'A tag needs an action.',
  code: 'A code needs an action.',
  note: 'A note needs an action.',
}

/** A separate command, which was read before the edits. */
const noEdit = () => undefined

/** The edits of a body's actions. */
const actions: Record<NonNullable<OrderChange['action']>, (body: OrderChange) => OrderEdit | undefined> = {
  accept: noEdit,
  request_revision: noEdit,
  request_refund: noEdit,
  accept_deadline: noEdit,
  decline_deadline: noEdit,
  client_feedback: noEdit,
  service_add: serviceEdit,
  service_delete: serviceEdit,
  discount_add: ({ code: typed = '' }) => {
    const code = couponCodeFrom(typed)
    if (code === '') throw unacceptable(couponCodeMissingText, 'code', 'code_missing')
    // A press restores the friend's gift, by the name under which it is stored (REF-04).
    const isGift = code === couponCodeFrom(referralCoupon.code)
    return { kind: 'coupon', discount: { apply: isGift ? referralCoupon.code : code } }
  },
  discount_del: () => ({ kind: 'coupon', discount: { remove: true } }),
}

function actionOf(body: OrderChange): OrderEdit | undefined {
  const { action, tag, worker } = body
  if (worker !== undefined && (action !== 'service_add' || tag !== 'client_recomended_writer')) {
    throw unacceptable('Only the preferred Nerd has a name.', 'worker')
  }
  if (action !== undefined) return actions[action](body)
  for (const field of ['tag', 'code', 'note'] as const) {
    if (body[field] !== undefined) throw unacceptable(fieldsOfActions[field], field)
  }
  return undefined
}

function serviceEdit({ action, tag, worker }: OrderChange): OrderEdit {
  if (tag === undefined) throw unacceptable('Please say which service.', 'tag')
  return { kind: 'service', service: { tag, added: action === 'service_add', worker } }
}
