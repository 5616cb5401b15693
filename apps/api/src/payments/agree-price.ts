import type { OrderAgreement } from '@nerdify/contract/operations.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { writtenText } from '@nerdify/domain/input/visible-text.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import { settleAgreedPrice } from '@nerdify/domain/payments/agreed-price.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeFault } from '@nerdify/domain/pricing/size-limits.ts'
import { type Size, sizeFromWire, sizeLabel, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { refuseErasedWithOrder } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { uuidv7 } from '../database/uuid.ts'
import { Refusal, unacceptable } from '../http/refusal.ts'
import { changeLocked, lockOrder, refuseOvertaken } from '../orders/change-locked.ts'
import { factsOf } from '../orders/list/order-facts-of.ts'
import { columnsWithoutUnpaidServices } from '../orders/price/late-services.ts'
import { insertOrderEvent, type StoredOrder } from '../orders/list/own-order.ts'
import { announceOrder } from '../outbox/templates/announce-order.ts'
import { askForRefund, paymentDisputed, refundableOf } from './refund/ask-for-refund.ts'

interface Agreement {
  clientId: string
  orderId: string
  body: Omit<OrderAgreement, 'price'>
  agreedCents: number
  author: string
  now: number
}

const notPaid = () =>
  new Refusal(409, 'Only a paid order without a requested or granted refund can get another size or price this way.', {
    type: 'order_not_paid',
  })

/**
 * Applies the price and the size that staff and client agreed for a paid order (OPS-12), in the caller's transaction:
 * the payment link asks for the rest, a surplus is refunded like any refund (PAY-11). Added services that are not paid
 * leave the order. Notifies the client.
 * - 409 account_erased, order_changed, order_not_paid, payment_disputed.
 * - 422 at the size for one that the type does not accept.
 */
export async function agreePrice(queries: Queries, agreement: Agreement): Promise<StoredOrder> {
  const { body, agreedCents, author, now, ...key } = agreement
  const order = await lockOrder(queries, key)
  await refuseErasedWithOrder(queries, key.clientId)
  refuseOvertaken(order, ['size', 'price'], body.version)
  const facts = factsOf(order)
  if (order.paid_cents === 0 || !orderCan.takePayment(facts)) throw notPaid()
  const size = body.size === undefined ? undefined : readSize(order, body.size)
  const { refundableCents: keptCents, disputed } = await refundableOf(queries, order)
  if (disputed) throw paymentDisputed()

  const money = { agreedCents, keptCents, paidCents: order.paid_cents }
  const { dueCents, surplusCents, priceCents } = settleAgreedPrice(money)
  const set = {
    ...columnsWithoutUnpaidServices(order),
    price_cents: priceCents,
    quote_cents: order.quote_cents + priceCents - facts.cabinetPriceCents,
    ...(size && { size_count: size.count, size_measure: size.measure }),
  }
  const fields = ['price', ...(size ? ['size'] : [])]
  const changed = await changeLocked(queries, order, { set, typed: { fields, author }, now })
  const tell = writtenText(body.tell ?? '') || undefined
  const data = { price_cents: agreedCents, ...(size && { size: sizeToWire(size) }), note: body.reason, tell }
  await insertOrderEvent(queries, { ...key, at: now, author, event: 'agreed', data })
  const refund = { ...key, amountCents: surplusCents, reason: body.reason, author, now }
  const settled = surplusCents === 0 ? changed : (await askForRefund(queries, refund)).order
  await announceOrder(queries, {
    order: settled,
    name: 'order-agreed',
    key: uuidv7(now),
    variables: {
      price: formatMoney(agreedCents),
      ...(size && { size: sizeLabel(size) }),
      ...(dueCents > 0 && { rest: formatMoney(dueCents), token: order.payment_token }),
      ...(surplusCents > 0 && { surplus: formatMoney(surplusCents) }),
      ...(tell !== undefined && { tell }),
    },
    now,
  })
  return settled
}

function readSize({ price_name: priceName }: StoredOrder, typed: string): Size {
  const size = sizeFromWire(typed)
  if (size === undefined) throw unacceptable('The size must be a number and a measure, such as "2 Pages".', 'size')
  const jobType = priceName === null ? undefined : jobTypeByPriceName(priceName)
  const fault = jobType && sizeFault(jobType, size)
  if (fault !== undefined) throw unacceptable(fault.text, 'size', `size_${fault.kind}`)
  return size
}
