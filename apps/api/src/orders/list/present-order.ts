import { nullFields } from '@nerdify/contract/fields-always-null.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { defaultPriceName, jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { additionalServices } from '@nerdify/domain/orders/additional-services.ts'
import { discountInfoOf } from '@nerdify/domain/discounts/discount-info.ts'
import { extensionOf } from '@nerdify/domain/files/file-name.ts'
import { fileKindOf } from '@nerdify/domain/files/file-types.ts'
import { deadlineOnOffer } from '@nerdify/domain/orders/deadline-offer.ts'
import { orderActions } from '@nerdify/domain/orders/order-actions.ts'
import { refundRequestsEnd } from '@nerdify/domain/orders/refund-period.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { mayDownloadNow, type NerdFiles, noNerdFiles } from '@nerdify/domain/orders/nerd-files.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { isInList, isToContinue, listFilters } from '@nerdify/domain/orders/order-lists.ts'
import { orderDateLabel } from '@nerdify/domain/orders/order-labels.ts'
import { hoursToDeadline } from '@nerdify/domain/pricing/deadlines.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { defaultSize } from '@nerdify/domain/pricing/size-limits.ts'
import { type Measure, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import type { Queries, StoredServices } from '../../database/tables.ts'
import { nerdFilesOf } from '../../uploads/nerd-files.ts'
import { calendarLink, receiptLink } from '../../keys/receipt-link.ts'
import type { Settings } from '../../settings.ts'
import { factsOf, nameOf, serviceFactsOf } from './order-facts-of.ts'
import type { ShownOrder } from '../orders.store.ts'
import { hasPlagiarismCheck, paymentObstacle, quotableOf } from '../price/quote-order.ts'

const instantOrNull = (at: number | null) => (at === null ? null : instantText(at))

interface PresentationContext {
  now: number
  settings: Pick<Settings, 'secret' | 'gatewayUrl'>
  /** The Nerd's readable files; none by default. */
  nerdFiles?: NerdFiles | undefined
}

/** A client's orders as answers; the Nerds' files are read only for paid ones (STATE-12). */
export async function presentOrders(
  { queries, ...context }: { queries: Queries; now: number; settings: Pick<Settings, 'secret' | 'gatewayUrl'> },
  orders: readonly ShownOrder[],
): Promise<Order[]> {
  const paid = orders.filter((order) => orderIs.paid(factsOf(order)))
  const files = await nerdFilesOf(queries, paid[0]?.client_id ?? '', [...new Set(paid.map(({ id }) => id))])
  return orders.map((order) => presentOrder(order, { ...context, nerdFiles: files.get(order.id) }))
}

/** One order, like {@link presentOrders}. */
export async function presentWithFiles(
  context: { queries: Queries; now: number; settings: Pick<Settings, 'secret' | 'gatewayUrl'> },
  order: ShownOrder,
): Promise<Order> {
  const [presented] = await presentOrders(context, [order])
  return presented as Order
}

/** An order as its client reads it: dollars, ISO 8601, the specification's names and the server's verdicts (STATE-19). */
export function presentOrder(
  order: ShownOrder,
  { now, settings, nerdFiles = noNerdFiles }: PresentationContext,
): Order {
  const facts = factsOf(order)
  const dateLabel = orderDateLabel(facts)
  return {
    _id: order.id,
    id: order.id,
    number: order.number,
    version: order.version,
    ...presentTask(order),
    title: order.title,
    name: nameOf(order) ?? null,
    subject: order.subject,
    details: order.details,
    deadline: instantOrNull(order.deadline),
    deadlineInHours: order.deadline === null ? 0 : hoursToDeadline(now, order.deadline),
    deadline_left: order.deadline === null ? 0 : Math.max(0, Math.floor((order.deadline - now) / 60_000)),
    ...presentPrice(order),
    cabinet_price: dollarsFromCents(facts.cabinetPriceCents),
    client_paid: dollarsFromCents(order.paid_cents),
    refunded: dollarsFromCents(order.refunded_cents),
    late_credit: [...order.late_credit],
    late_credited: dollarsFromCents(order.late_credit_cents),
    use_balance: order.use_balance,
    balance_held: dollarsFromCents(order.held_cents),
    payment_link: settings.gatewayUrl + webPaths.payOrder(order.payment_token),
    receipt_link: orderIs.paid(facts) ? receiptLink(settings, order) : null,
    calendar_link: orderIs.paid(facts) && order.deadline !== null ? calendarLink(settings, order) : null,
    services: presentServices(order.services),
    preferred_worker: order.preferred_worker,
    refund_decline_reason: order.system_status === 'Refund Declined' ? order.refund_decline_reason : null,
    extras: serviceKeys.filter((key) => order.services[key]?.added === true),
    attachments: order.attachments.map(({ id, name, bytes }) => ({
      id,
      filename: name,
      size: bytes,
      ext: extensionOf(name),
      filetype: fileKindOf(name),
      status: 'loaded',
      progress: 100,
      ...nullFields('attachment'),
    })),
    client_status: order.client_status,
    system_client_status: order.system_status,
    decoStatus: order.client_status ?? order.system_status,
    mark: order.mark,
    tags: order.tags,
    additional: order.additional,
    created_at: instantText(order.created_at),
    client_accept_at: instantOrNull(order.client_accept_at),
    revision_accept_at: instantOrNull(order.revision_accept_at),
    refund_accept_at: instantOrNull(order.refund_accept_at),
    revision_deadline: instantOrNull(order.revision_deadline),
    offered_deadline: instantOrNull(deadlineOnOffer(facts, now)),
    ...nullFields('order'),
    writer_revision_complete_at: instantOrNull(order.writer_revision_complete_at),
    profile_arch: order.profile_arch,
    plagiarism_check: hasPlagiarismCheck(order),
    tips_paid: order.tips_paid,
    total_tips_amount: dollarsFromCents(order.tips_cents),
    honour_code_agreed: order.honour_code !== null,
    isPromo: order.is_promo,
    is_complex: order.is_complex,
    declined: order.declined,
    ...presentVerdicts(order, facts, { now, nerdFiles }),
    lists: listFilters.filter((filter) => isInList(facts, filter, now)),
    refund_requests_end: instantText(refundRequestsEnd(facts)),
    date_label: { label: dateLabel.label, at: instantText(dateLabel.at) },
  }
}

/** The task and its amount. */
function presentTask(order: ShownOrder) {
  const jobType = order.price_name === null ? undefined : jobTypeByPriceName(order.price_name)
  const { size } = quotableOf(order)
  const countOf = (measure: Measure) => (size?.measure === measure ? size.count : null)
  return {
    jobType: jobType?.id ?? null,
    service_type: order.price_name,
    priceName: order.price_name ?? defaultPriceName,
    type: order.is_complex ? 'Complex' : (order.price_name ?? defaultPriceName),
    size: size === null ? null : sizeToWire(size),
    measure: size?.measure ?? null,
    measurePagesOrWords: size?.measure === 'Pages' || size?.measure === 'Words' ? size.measure : null,
    pages: size === null ? defaultSize('Pages').count : countOf('Pages'),
    words: countOf('Words'),
    slides: countOf('Slides'),
    minutes: countOf('Minutes'),
  }
}

/** The price and its deductions. */
function presentPrice(order: ShownOrder) {
  const discountInfo = presentDiscount(order)
  return {
    price: dollarsFromCents(order.price_cents),
    quote_price: dollarsFromCents(order.quote_cents),
    price_fixed: order.price_fixed,
    quoted_at: instantOrNull(order.quoted_at),
    service_price: dollarsFromCents(order.service_cents),
    discount_amount: dollarsFromCents(order.discount_cents),
    discountValid: order.discount_code !== null,
    discountCode: order.discount_code,
    discountInfo,
    discount_info: discountInfo,
    discountOrderQuote:
      order.discount_code === null ? null : dollarsFromCents(order.quote_cents - order.discount_cents),
    discountErrorType: order.discount_error_type,
    discountErrorValue: order.discount_error_value,
  }
}

/** The server's verdicts about the order, and the client's rights (STATE-19). */
function presentVerdicts(
  order: ShownOrder,
  facts: ReturnType<typeof factsOf>,
  { now, nerdFiles }: { now: number; nerdFiles: NerdFiles },
) {
  const services = serviceFactsOf(order)
  return {
    isPaid: orderIs.paidInFull(facts),
    isLocked: orderIs.paid(facts),
    isTipsPaid: order.tips_paid,
    isRated: orderIs.rated(facts),
    isDeleted: orderIs.deleted(facts),
    isCanShowRating: orderCan.showRating(facts),
    isCanShowRatingBtn: orderCan.showRatingBtn(facts),
    isCanShowChangeRateBtn: orderCan.changeRating(facts),
    isCanShowTipsBtn: orderCan.tip(facts),
    isCanDownloadFile: orderCan.downloadFile(facts) || mayDownloadNow(facts, nerdFiles),
    isCanAddServices: additionalServices(facts, services, now).length > 0,
    isCanShowStatusBar: orderCan.showStatusBar(facts),
    isNotRatedAfter1Day: orderIs.notRatedAfter1Day(facts),
    isReviewShownOnClient: orderIs.reviewShown(facts),
    isToContinue: isToContinue(facts),
    actions: orderActions(facts, { now, services, obstacle: paymentObstacle(order, now, undefined), nerdFiles }),
  }
}

function presentServices(services: StoredServices): Order['services'] {
  const presented: Partial<Order['services']> = {}
  for (const key of serviceKeys) {
    const service = services[key]
    presented[key] = {
      price: dollarsFromCents(service?.price_cents ?? 0),
      added: service?.added ?? false,
      active: service?.paid ?? false,
      refunded: service?.refunded ?? false,
      free_reason: service?.free_reason ?? null,
    }
  }
  return presented as Order['services']
}

function presentDiscount({ discount, discount_code: code, discount_cents, services }: ShownOrder) {
  if (discount === null || code === null) return []
  return discountInfoOf({
    code,
    gift: discount.gift,
    discountCents: discount_cents,
    cashbackCents: discount.cashback_cents,
    worthCents: (addOn) => (addOn === 'vip_support' ? 0 : (services[addOn]?.list_cents ?? 0)),
  })
}

/** An instant (epoch milliseconds) on the wire: ISO 8601 in UTC. */
export const instantText = (at: number): string => new Date(at).toISOString()
