import type { OrderChange } from '@nerdify/contract/orders.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { couponCodeFrom, couponCodeMissingText } from '@nerdify/domain/discounts/coupon-code.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { honourCode } from '@nerdify/domain/fair-dealing/honour-code.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { sizeForJobType } from '@nerdify/domain/pricing/size-for-job-type.ts'
import { attachUploads } from '../files/attach-uploads.ts'
import type { Queries, StoredServices } from '../database/tables.ts'
import { refuseUnconfirmed } from '../clients/adult.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import type { PricesForClient } from '../pricing/prices.ts'
import { applyClientEvent, clientEventOf } from './client-event.ts'
import { choosableService, lateServiceColumns, noteFreeService, type ServiceChange } from './late-services.ts'
import { friendDiscount } from './friend-discount.ts'
import { type DiscountChange, type FailedCoupon, priceWithDiscount } from './order-discount.ts'
import { factsOf } from './order-facts-of.ts'
import { refuseRatingFields } from './rate-order.ts'
import { preferredNerd } from './preferred-nerds.ts'
import { type OrderFields, readOrderFields } from './order-fields.ts'
import { changeHeldOrder, type OrderChangeSet, orderOf, type StoredOrder } from './orders.store.ts'
import {
  holdingQuote,
  newQuote,
  type OrderQuote,
  type Quotable,
  quotableOf,
  refuseImpossible,
  refuseWhereRestricted,
  unpricedColumns,
} from './quote-order.ts'

/** The fields whose changes make a new price, and that a paid order keeps (API-04). */
const pricedFields = ['priceName', 'size', 'deadline'] as const satisfies readonly (keyof OrderFields)[]

/** An order as a change left it, and the coupon that it lost by the change (DISC-15). */
export interface ChangedOrder {
  order: StoredOrder
  lostCoupon: FailedCoupon | undefined
}

/**
 * Changes a client's order under a lock of its row (API-04, FLOW-18, SRV-03, DISC-18) and answers it whole. 404 for an
 * order that is not theirs; 409 order_changed where somebody changed the same field after `version`, 409 order_paid where
 * the payment fixed it, 409 order_fixed where we did, or declined it, 409 transition_not_allowed for an event that does not fit (STATE-17); 422 for what cannot be ordered and for a code that cannot be used.
 */
export async function changeOrder(
  queries: Queries,
  change: {
    clientId: string
    orderId: string
    body: OrderChange
    uploads?: readonly string[]
    /** The prices for this client as the request came. */
    prices: PricesForClient
    now: number
    /** Whether only editing and explanations of problems are offered to a client of this country (LAW-04). */
    isRestricted?: (country: string | null) => boolean
    /** Operations change the type of a promo or complex order too, and of any size: it becomes as much of the new type's measure. */
    by?: 'client' | 'operations'
  },
): Promise<ChangedOrder> {
  const { clientId, orderId, body, uploads = [], prices, now, isRestricted = () => false, by = 'client' } = change
  const event = clientEventOf(body)
  if (event !== undefined) {
    return { order: await applyClientEvent(queries, { clientId, orderId, event, uploads, now }), lostCoupon: undefined }
  }
  const given = readOrderFields(body)
  const action = actionOf(body)
  const order = await orderOf(queries, clientId, orderId, { lock: true })
  if (order === undefined || orderIs.deleted(factsOf(order))) throw notFound()
  const fields = by === 'operations' ? withSizeForType(order, given) : given

  const changed = changedFields(order, fields)
  const acted = action !== undefined && action.changes(order)
  const names = [...changed, ...(acted ? [action.name] : [])]
  if (changed.includes('priceName')) {
    refuseWhereRestricted(fields.priceName ?? null, isRestricted(prices.country))
  }
  if (body.option === 'payment_link_sent') await refuseUnconfirmed(queries, clientId)
  const linkSent = body.option === 'payment_link_sent' && order.payment_link_sent_at === null
  const addsFiles = uploads.some((id) => !order.attachments.some((attached) => attached.id === id))
  const agreed = (fields.details !== undefined || addsFiles) && order.honour_code !== honourCode.version
  const flags = (body.additional ?? []).filter((flag) => !order.additional.includes(flag))
  if (names.length === 0 && !linkSent && !addsFiles && !agreed && flags.length === 0)
    return { order, lostCoupon: undefined }

  refuseOvertaken(order, names, body.version)
  const requoted = pricedFields.some((field) => changed.includes(field))
  if (acted && action.service !== undefined && orderCan.addServices(factsOf(order))) {
    const late = lateServiceColumns({ order, change: action.service, planTags: prices.tags })
    const version = order.version + 1
    const field_versions = JSON.stringify({ ...order.field_versions, [action.name]: version })
    const nerd = late.services === undefined ? {} : await preferredColumn(queries, clientId, action.service)
    const set = { ...late, ...nerd, version, field_versions, updated_at: new Date(now) }
    const withIt = await changeHeldOrder(queries, order, set)
    if (late.services !== undefined && action.service.added) {
      await noteFreeService(queries, withIt, action.service.tag, now)
    }
    return { order: withIt, lostCoupon: undefined }
  }
  if ((requoted || acted) && orderIs.paid(factsOf(order))) {
    throw new Refusal(409, 'This order is paid, so its type, size, deadline and discount stay as they are.', {
      type: 'order_paid',
    })
  }
  if ((requoted || acted) && orderIs.declined(factsOf(order))) {
    throw new Refusal(409, 'We could not take this order, so it cannot be changed any more.', { type: 'order_fixed' })
  }
  // FLOW-19: the form is not theirs either.
  if (requoted && by === 'client' && !orderCan.edit(factsOf(order))) {
    throw new Refusal(
      409,
      'Type, size and deadline of this order are agreed with us. Please contact us to change them.',
      {
        type: 'order_fixed',
      },
    )
  }

  const set: OrderChangeSet = {
    updated_at: new Date(now),
    ...(linkSent ? { payment_link_sent_at: new Date(now) } : {}),
    ...(agreed ? { honour_code: honourCode.version } : {}),
    ...(flags.length === 0 ? {} : { additional: [...order.additional, ...flags] }),
    ...textColumns(fields),
  }
  if (addsFiles) {
    const files = { clientId, orderId, ids: uploads, type: 'order_form', field: 'files', now } as const
    set.attachments = JSON.stringify(await attachUploads(queries, files))
  }
  let lostCoupon: FailedCoupon | undefined
  if (requoted || acted) {
    const quotable = { ...quotableOf(order), ...fields }
    const quote = quoteFor({ order, quotable, requoted, prices, now })
    Object.assign(set, quotableColumns(quotable))
    if (quote === undefined) {
      if (acted) throw unacceptable('Please choose the size and the deadline first.', action.field, 'order_incomplete')
      Object.assign(set, unpricedColumns)
    } else {
      const service = acted ? action.service : undefined
      const services = service === undefined ? quote.services : withService(quote.services, service)
      if (service !== undefined) Object.assign(set, await preferredColumn(queries, clientId, service))
      const priced = await priceWithDiscount(queries, {
        order,
        quote: { ...quote, services },
        change: (acted ? action.discount : undefined) ?? (await firstDiscount(queries, order, prices)),
        now,
      })
      Object.assign(set, priced.columns)
      lostCoupon = priced.lost
    }
  }
  const version = order.version + 1
  const versions = Object.fromEntries([...names, ...movedByDiscount(order, set)].map((name) => [name, version]))
  const field_versions = JSON.stringify({ ...order.field_versions, ...versions })
  return { order: await changeHeldOrder(queries, order, { ...set, version, field_versions }), lostCoupon }
}

/** The fields with the size that goes with another type, as the form converts it (FLOW-02). */
function withSizeForType(order: StoredOrder, fields: OrderFields): OrderFields {
  const { size } = quotableOf(order)
  const jobType = jobTypeByPriceName(fields.priceName ?? '')
  return size === null || jobType === undefined ? fields : { size: sizeForJobType(size, jobType), ...fields }
}

/** A change of type, size or deadline is quoted at this moment; the rest keeps a quote that still holds (PRICE-12). */
function quoteFor(given: {
  order: StoredOrder
  quotable: Quotable
  requoted: boolean
  prices: PricesForClient
  now: number
}): OrderQuote | undefined {
  const { order, quotable, requoted, prices, now } = given
  const holding = requoted ? undefined : holdingQuote(order, now)
  if (holding !== undefined) return holding
  if (requoted) refuseImpossible(quotable, now, prices)
  return newQuote(quotable, order.services, prices, now)
}

/** What an order gets by itself with its first price, unless it has a discount already (REF-04). */
async function firstDiscount(
  queries: Queries,
  order: StoredOrder,
  prices: PricesForClient,
): Promise<DiscountChange | undefined> {
  const isFirstPrice = order.quoted_at === null && order.discount_code === null
  return isFirstPrice ? friendDiscount(queries, order.client_id, prices) : undefined
}

/** What a body's action does. */
interface Action {
  /** The name under which its version is kept. */
  name: string
  /** The field of the body that it is about. */
  field: 'tag' | 'code'
  service?: ServiceChange
  discount?: DiscountChange
  /** Whether there is anything to do for this order. */
  changes(order: StoredOrder): boolean
}

function actionOf(body: OrderChange): Action | undefined {
  refuseRatingFields(body)
  if (body.worker !== undefined && (body.action !== 'service_add' || body.tag !== 'client_recomended_writer')) {
    throw unacceptable('Only the preferred Nerd has a name.', 'worker')
  }
  switch (body.action) {
    case 'accept':
    case 'request_revision':
    case 'request_refund':
    case 'client_feedback':
      // Events of the order and its rating, not changes of its fields.
      return undefined
    case undefined:
      if (body.tag !== undefined) throw unacceptable('A tag needs an action.', 'tag')
      if (body.code !== undefined) throw unacceptable('A code needs an action.', 'code')
      if (body.note !== undefined) throw unacceptable('A note needs an action.', 'note')
      return undefined
    case 'service_add':
    case 'service_delete': {
      const { tag } = body
      if (tag === undefined) throw unacceptable('Please say which service.', 'tag')
      const service = { tag, added: body.action === 'service_add', worker: body.worker }
      return { name: `service:${tag}`, field: 'tag', service, changes: () => true }
    }
    case 'discount_add': {
      const code = couponCodeFrom(body.code ?? '')
      if (code === '') throw unacceptable(couponCodeMissingText, 'code', 'code_missing')
      return { name: 'discount', field: 'code', discount: { apply: code }, changes: () => true }
    }
    case 'discount_del':
      return {
        name: 'discount',
        field: 'code',
        discount: { remove: true },
        changes: (order) => order.discount_code !== null || order.discount_error_type !== null,
      }
  }
}

function withService(services: StoredServices, { tag, added }: ServiceChange): StoredServices {
  const stored = choosableService(services, { tag, added })
  return { ...services, [tag]: { ...stored, added } }
}

/** Whom the client prefers once the preferred Nerd is added, nobody once it is taken off (SRV-05). */
async function preferredColumn(
  queries: Queries,
  clientId: string,
  { tag, added, worker }: ServiceChange,
): Promise<OrderChangeSet> {
  if (tag !== 'client_recomended_writer') return {}
  return { preferred_worker: added ? await preferredNerd(queries, clientId, worker) : null }
}

/** What the discount changed by itself: a stale tab must not overwrite that either (FLOW-18). */
function movedByDiscount(order: StoredOrder, set: OrderChangeSet): string[] {
  if (set.services === undefined) return []
  const services = JSON.parse(set.services) as StoredServices
  const moved = serviceKeys.filter((key) => (services[key]?.added ?? false) !== (order.services[key]?.added ?? false))
  const lost = set.discount_code === null && order.discount_code !== null
  return [...moved.map((key) => `service:${key}`), ...(lost ? ['discount'] : [])]
}

function changedFields(order: StoredOrder, fields: OrderFields): string[] {
  const differs: Record<keyof OrderFields, boolean> = {
    title: fields.title !== undefined && fields.title !== order.title,
    subject: fields.subject !== undefined && fields.subject !== order.subject,
    details: fields.details !== undefined && fields.details !== order.details,
    priceName: fields.priceName !== undefined && fields.priceName !== order.price_name,
    size:
      fields.size !== undefined &&
      (fields.size.count !== order.size_count || fields.size.measure !== order.size_measure),
    deadline: fields.deadline !== undefined && fields.deadline !== order.deadline,
    plagiarismCheck: fields.plagiarismCheck !== undefined && fields.plagiarismCheck !== order.plagiarism_check,
    useBalance: fields.useBalance !== undefined && fields.useBalance !== order.use_balance,
  }
  return Object.entries(differs).flatMap(([name, different]) => (different ? [name] : []))
}

/** FLOW-18: only a field that somebody else changed after the version that this change was made from is refused. */
function refuseOvertaken(order: StoredOrder, names: readonly string[], basedOn: number | undefined): void {
  if (basedOn === undefined) return
  const overtaken = names.find((name) => (order.field_versions[name] ?? 0) > basedOn)
  if (overtaken === undefined) return
  throw new Refusal(409, 'This order was changed in another window. Please reload to see the newest version.', {
    type: 'order_changed',
    value: overtaken,
  })
}

function textColumns(fields: OrderFields): OrderChangeSet {
  return {
    ...(fields.title === undefined ? {} : { title: fields.title }),
    ...(fields.subject === undefined ? {} : { subject: fields.subject }),
    ...(fields.details === undefined ? {} : { details: fields.details }),
    ...(fields.plagiarismCheck === undefined ? {} : { plagiarism_check: fields.plagiarismCheck }),
    ...(fields.useBalance === undefined ? {} : { use_balance: fields.useBalance }),
  }
}

function quotableColumns(order: Quotable): OrderChangeSet {
  return {
    price_name: order.priceName,
    size_count: order.size?.count ?? null,
    size_measure: order.size?.measure ?? null,
    deadline: order.deadline === null ? null : new Date(order.deadline),
  }
}
