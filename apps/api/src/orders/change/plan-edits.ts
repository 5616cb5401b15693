import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { isDeepStrictEqual } from 'node:util'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { adultMissingText } from '@nerdify/domain/fair-dealing/adult.ts'
import { honourCode } from '@nerdify/domain/fair-dealing/honour-code.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { sizeForJobType } from '@nerdify/domain/pricing/size-for-job-type.ts'
import { referralCoupon } from '@nerdify/domain/referrals/referral.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries, StoredServices } from '../../database/tables.ts'
import { attachUploads } from '../../uploads/attach-uploads.ts'
import { Refusal, unacceptable } from '../../http/refusal.ts'
import type { PricesForClient } from '../../pricing/prices.ts'
import { lateServiceColumns, noteFreeService, preferredColumn, type ServiceChange } from '../price/late-services.ts'
import type { OrderEdit } from './order-commands.ts'
import { CouponRefused, type DiscountChange } from '../price/order-discount.ts'
import { factsOf } from '../list/order-facts-of.ts'
import type { FieldColumn, OrderFields } from './order-fields.ts'
import { insertOrderEvent, type OrderChangeSet, type StoredOrder } from '../orders.store.ts'
import { hasPlagiarismCheck, quotableOf, refuseWhereRestricted } from '../price/quote-order.ts'
import type { Repricing } from '../price/reprice-order.ts'

/** A change of a locked order. */
export interface OrderPlan {
  /** The changed fields, under the names of their versions (FLOW-18). */
  fields: readonly string[]
  /** A new price of the order. */
  reprice?: Repricing | undefined
  /**
   * Writes the rows of other tables, and returns the order's changed columns without the price's. Refuses a change that
   * the order's state forbids.
   */
  set(): OrderChangeSet | Promise<OrderChangeSet>
}

/** The conditions of an edit: its author, the time, and the client's prices and region. */
export interface EditTerms {
  /** The prices for this client. */
  prices: PricesForClient
  now: number
  /** Whether only editing and explanations of problems are offered to a client of this country (LAW-04). */
  isRestricted: (country: string | null) => boolean
  /** Operations may also change the type of a promo or complex order, and of any size, which is converted. */
  by: 'client' | 'operations'
}

const noColumns = (): OrderChangeSet => ({})

/** The fields that determine the quote; a paid order keeps them (API-04). */
const pricedFields: readonly string[] = ['priceName', 'size', 'deadline'] satisfies (keyof OrderFields)[]

/**
 * Plans the edits of a locked order as one change; undefined for a no-op. Refuses edits that the client may not make in
 * any state of the order: 422 region_restricted (LAW-04), 422 adult_unconfirmed (LAW-02).
 */
export async function planChange(
  queries: Queries,
  edits: readonly OrderEdit[],
  order: StoredOrder,
  terms: EditTerms,
): Promise<OrderPlan | undefined> {
  const plans: OrderPlan[] = []
  for (const edit of edits) {
    const plan = await planEdit(queries, edit, order, terms)
    if (plan !== undefined) plans.push(plan)
  }
  if (plans.length === 0) return undefined
  const repricings = plans.flatMap(({ reprice }) => reprice ?? [])
  return {
    fields: plans.flatMap(({ fields }) => fields),
    reprice: repricings.length === 0 ? undefined : repricings.reduce((all, part) => ({ ...all, ...part })),
    async set() {
      const columns: OrderChangeSet = {}
      for (const plan of plans) Object.assign(columns, await plan.set())
      return columns
    },
  }
}

function planEdit(
  queries: Queries,
  edit: OrderEdit,
  order: StoredOrder,
  terms: EditTerms,
): OrderPlan | undefined | Promise<OrderPlan | undefined> {
  switch (edit.kind) {
    case 'fields':
      return planFields(queries, edit.fields, order, terms)
    case 'files':
      return planFiles(queries, edit.uploads, order, terms)
    case 'service':
      return planService(queries, edit.service, order, terms)
    case 'coupon':
      return planCoupon(edit.discount, order, terms)
    case 'payment_link_sent':
      return planLinkSent(queries, order, terms)
    case 'flags': {
      const flags = edit.flags.filter((flag) => !order.additional.includes(flag))
      if (flags.length === 0) return undefined
      return { fields: [], set: () => ({ additional: [...order.additional, ...flags] }) }
    }
  }
}

function planFields(
  queries: Queries,
  wish: OrderFields,
  order: StoredOrder,
  { prices, now, isRestricted, by }: EditTerms,
): OrderPlan | undefined {
  const fields = by === 'operations' ? withSizeForType(order, wish) : wish
  const names = changedFields(order, fields)
  if (names.includes('priceName')) refuseWhereRestricted(fields.priceName ?? null, isRestricted(prices.country))
  const agreement = fields.details === undefined ? {} : agreementColumn(order)
  if (names.length === 0 && agreement.honour_code === undefined) return undefined
  const requoted = names.some((name) => pricedFields.includes(name))
  return {
    fields: names,
    reprice: requoted ? { quotable: fields, requoted } : undefined,
    async set() {
      if (orderIs.paid(factsOf(order))) {
        if (names.includes('subject')) throw subjectPaid()
        if (names.includes('details')) await addDetails(queries, order, fields.details ?? '', now)
      }
      const { title, subject, details, useBalance: use_balance } = fields
      const own = { title, subject, details, use_balance } satisfies Record<FieldColumn, unknown>
      return { ...own, ...agreement }
    },
  }
}

/** LAW-03: a client who describes the task, in words or files, agrees to the honor code. */
const agreementColumn = (order: StoredOrder): OrderChangeSet =>
  order.honour_code === honourCode.version ? {} : { honour_code: honourCode.version }

/** PAY-06, API-04: the Nerd is chosen by the subject of a paid order. */
const subjectPaid = () =>
  new Refusal(409, 'This order is paid, so its subject stays as it is.', { type: 'order_paid', value: 'subject' })

/**
 * FLOW-32: the Nerd works by the description of a paid order, so it only grows, until the work is sent; additions are
 * in the history. 409 order_paid for a replacement or a later addition.
 */
async function addDetails(queries: Queries, order: StoredOrder, details: string, now: number): Promise<void> {
  const before = order.details ?? ''
  if (!orderCan.addDetails(factsOf(order))) {
    throw detailsPaid(
      'The work is done or the order is closed, so the description stays as it is. You can ask for a revision or write to us.',
    )
  }
  if (!details.startsWith(before)) {
    throw detailsPaid('This order is paid: you can add to its description, but you can’t change what’s already there.')
  }
  await insertOrderEvent(queries, {
    clientId: order.client_id,
    orderId: order.id,
    at: now,
    event: 'details_added',
    author: 'client',
    data: { note: writtenText(details.slice(before.length)) },
  })
}

const detailsPaid = (text: string) => new Refusal(409, text, { type: 'order_paid', value: 'details' })

/** The fields with the size converted for another type, like the form (FLOW-02). */
function withSizeForType(order: StoredOrder, fields: OrderFields): OrderFields {
  const { size } = quotableOf(order)
  const jobType = jobTypeByPriceName(fields.priceName ?? '')
  return size === null || jobType === undefined ? fields : { size: sizeForJobType(size, jobType), ...fields }
}

function planFiles(
  queries: Queries,
  uploads: readonly string[],
  order: StoredOrder,
  { now }: EditTerms,
): OrderPlan | undefined {
  const added = uploads.filter((id) => !order.attachments.some((attached) => attached.id === id))
  if (added.length === 0) return undefined
  const { client_id: clientId, id: orderId } = order
  const files = { clientId, orderId, ids: uploads, type: 'order_form', now } as const
  return {
    fields: [],
    async set() {
      const attachments = JSON.stringify(await attachUploads(queries, files))
      if (orderIs.paid(factsOf(order))) {
        const data = { files: added.length }
        await insertOrderEvent(queries, { clientId, orderId, at: now, event: 'files_added', author: 'client', data })
      }
      return { ...agreementColumn(order), attachments }
    },
  }
}

/** A service is part of the price until the order is paid, and bought separately from then on (FLOW-26). */
function planService(
  queries: Queries,
  service: ServiceChange,
  order: StoredOrder,
  { prices, now }: EditTerms,
): OrderPlan | undefined {
  // API-12: sending a value back as read is a no-op.
  if (service.isField && hasPlagiarismCheck(order) === service.added) return undefined
  const fields = [`service:${service.tag}`]
  if (!orderCan.addServices(factsOf(order))) return { fields, reprice: { service }, set: noColumns }
  return {
    fields,
    async set() {
      const late = lateServiceColumns({ order, change: service, planTags: prices.tags, now })
      if (late.services === undefined) return late
      const preferred = await preferredColumn(queries, order.client_id, service)
      const withIt = { ...order, services: JSON.parse(late.services) as StoredServices }
      if (service.added) await noteFreeService(queries, withIt, service.tag, now)
      return { ...late, ...preferred }
    },
  }
}

function planCoupon(discount: DiscountChange, order: StoredOrder, { prices }: EditTerms): OrderPlan | undefined {
  // A client cannot apply the friend's gift (REF-05).
  if ('apply' in discount && discount.apply === referralCoupon.code && !prices.broughtByFriend) {
    throw new CouponRefused({ code: discount.apply, errorType: 'unknown_code', errorValue: null })
  }
  const isToClear = order.discount_code !== null || order.discount_error_type !== null
  if ('remove' in discount && !isToClear) return undefined
  return { fields: ['discount'], reprice: { discount }, set: noColumns }
}

async function planLinkSent(queries: Queries, order: StoredOrder, { now }: EditTerms): Promise<OrderPlan | undefined> {
  if ((await readClient(queries, order.client_id)).adult_confirmed_at === null) {
    throw unacceptable(adultMissingText, 'adult_confirmed', 'adult_unconfirmed')
  }
  if (order.payment_link_sent_at !== null) return undefined
  return { fields: [], set: () => ({ payment_link_sent_at: new Date(now) }) }
}

function changedFields(order: StoredOrder, fields: OrderFields): string[] {
  const { title, subject, details, deadline, use_balance: useBalance } = order
  const { priceName, size } = quotableOf(order)
  const stored: Record<keyof OrderFields, unknown> = { title, subject, details, priceName, size, deadline, useBalance }
  const names = Object.keys(stored) as (keyof OrderFields)[]
  return names.filter((name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], stored[name]))
}
