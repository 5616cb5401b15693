import type { OrderPayment } from '@nerdify/contract/orders.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import {
  isReceiptMailed,
  lineAmount,
  type ReceiptLine,
  receiptLines,
  type ReceiptOrder,
  serviceLines,
  totalText,
} from '@nerdify/domain/payments/receipt-lines.ts'
import { paidLines, type PaidWith } from '@nerdify/domain/payments/settled-lines.ts'
import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { dollarsFromCents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { orderNumberText } from '@nerdify/domain/orders/order-texts.ts'
import type { Queries } from '../../database/tables.ts'
import { mapServices } from '../../orders/list/order-facts-of.ts'
import { orderOf, type StoredOrder } from '../../orders/list/own-order.ts'
import { quotableOf } from '../../orders/price/quote-order.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { orderMailAddress } from '../../outbox/order-mail-address.ts'
import type { AppContext } from '../../app-context.ts'
import type { Settings } from '../../settings.ts'
import { receiptLink, receiptSignature } from '../../keys/receipt-link.ts'
import type { KeptReceipt } from '../../database/entry-kinds.ts'
import { disputeKinds, isOfDispute } from '../dispute/disputes.store.ts'
import { accounts, entriesOf, movedOn, ordersMovedSince } from '../ledger/ledger.store.ts'
import { isSameHash } from '../../keys/derived-key.ts'
import { findOrderByNumber } from '../../orders/list/find-any-order.ts'

/** The receipt of one payment (PAY-14); cents, `at` in epoch milliseconds. */
export interface Receipt extends PaidWith {
  number: string
  at: number
  lines: readonly ReceiptLine[]
  totalCents: number
  /** Services added later and paid by this payment; null for the order itself (PAY-08). */
  services?: readonly ServiceKey[] | null
  /** The payment was a tip. */
  isTip?: boolean
}

const receiptKinds = ['order_payment', 'tip'] as const

/** The receipt of a payment about to be booked; the caller locks the order's row. */
export async function receiptFor(
  queries: Queries,
  payment: { order: StoredOrder; cents: number; services: readonly ServiceKey[] | undefined },
): Promise<KeptReceipt> {
  const { order, cents } = payment
  // An agreed price drops extras whose card page may still be open (OPS-12).
  const services = payment.services?.filter((key) => order.services[key]?.added)
  return {
    number: await nextNumber(queries, order),
    lines: matchingLines(order, { cents, services }) ?? [{ text: orderNumberText(order.number), cents }],
  }
}

/** Next receipt number: the order's number and the payment's position. */
export async function nextNumber(queries: Queries, order: StoredOrder): Promise<string> {
  const kinds = receiptKinds
  const before = await entriesOf(queries, { clientId: order.client_id, orderId: order.id, kinds })
  return `${order.number}-${before.length + 1}`
}

/**
 * Receipt lines of a payment of this amount (EASE-06); undefined if their sum differs, as for the rest of a partly paid
 * order.
 */
export function matchingLines(
  order: StoredOrder,
  { cents, services }: { cents: number; services: readonly ServiceKey[] | null | undefined },
): ReceiptLine[] | undefined {
  const lines =
    services == null ? receiptLines(receiptOrderOf(order)) : serviceLines(receiptOrderOf(order), services, cents)
  return lines.reduce((sum, line) => sum + line.cents, 0) === cents ? lines : undefined
}

function receiptOrderOf(order: StoredOrder): ReceiptOrder {
  const { priceName, size } = quotableOf(order)
  return {
    task: jobTypeByPriceName(priceName ?? '')?.name,
    size,
    quoteCents: order.quote_cents,
    discountCents: order.discount_cents,
    discountCode: order.discount_code,
    services: mapServices(order.services, ({ added, price_cents: priceCents, free_reason: freeReason }) => ({
      added,
      priceCents,
      freeReason,
    })),
  }
}

/** An order's receipts, oldest first, and its refunds, in cents. */
export async function receiptsOf(
  queries: Queries,
  { client_id: clientId, id: orderId }: StoredOrder,
): Promise<{ receipts: Receipt[]; refunds: { at: number; cents: number }[] }> {
  const entries = await entriesOf(queries, {
    clientId,
    orderId,
    kinds: [
      ...receiptKinds,
      'surplus_refund',
      'refund',
      'refund_failed',
      'tip_refund',
      'outside_refund',
      ...disputeKinds,
    ],
  })
  const receipts: Receipt[] = []
  const refunds: { at: number; cents: number }[] = []
  for (const entry of entries) {
    if (isOfDispute(entry)) {
      // A lost dispute returned money to the card; a dispute that was won after all is negative, like a failed refund.
      const cents = 0 - movedOn(accounts.refunded(orderId), [entry]) - movedOn(accounts.tips(orderId), [entry])
      if (cents !== 0) refunds.push({ at: entry.at, cents })
      continue
    }
    const cardCents = -movedOn(accounts.gateway, [entry])
    const balanceCents = -movedOn(accounts.balance(clientId), [entry]) - movedOn(accounts.held(orderId), [entry])
    const totalCents = cardCents + balanceCents
    if (entry.kind !== 'order_payment' && entry.kind !== 'tip') {
      refunds.push({ at: entry.at, cents: movedOn(accounts.outside, [entry]) - totalCents })
      continue
    }
    const { receipt, card_brand: cardBrand, card_last4: cardLast4 } = entry.data
    receipts.push({
      number: receipt?.number ?? `${receipts.length + 1}`,
      at: entry.at,
      lines: receipt?.lines ?? [{ text: 'Payment', cents: totalCents }],
      totalCents,
      cardCents,
      cardBrand,
      cardLast4,
      balanceCents,
      services: (entry.kind === 'order_payment' && entry.data.services) || null,
      isTip: entry.kind === 'tip',
    })
  }
  return { receipts, refunds }
}

/** The last payment of an order or its services (FLOW-25). */
export async function lastPayment(queries: Queries, order: StoredOrder): Promise<Receipt | undefined> {
  const { receipts } = await receiptsOf(queries, order)
  return receipts.findLast(({ isTip }) => !isTip)
}

/** A payment as the client reads it (EASE-06). */
export const presentPayment = ({ lines, totalCents, services = null, ...payment }: Receipt): OrderPayment => ({
  lines: lines.map(({ text, cents }) => ({ text, amount: dollarsFromCents(cents) })),
  total: dollarsFromCents(totalCents),
  by_card: dollarsFromCents(payment.cardCents),
  card_brand: payment.cardBrand ?? null,
  card_last4: payment.cardLast4 ?? null,
  from_balance: dollarsFromCents(payment.balanceCents),
  services: services === null ? null : [...services],
})

/** Date of a payment with the company's zone, since readers may be anywhere (EASE-07, ux 53). */
export const receiptDate = (at: number, zone: string): string => fullDates(zone).instant(at)

/** The seller's line of a receipt (PAY-16). */
export const soldBy = ({ seller = 'Nerdify' }: Pick<Settings, 'seller'>): string => `Sold by ${seller}`

/**
 * Mails the receipt in the transaction that books the payment (PAY-14), even to a first, unconfirmed address (SAFE-02);
 * a client without an address reads it in the cabinet.
 */
export async function mailReceipt(
  queries: Queries,
  product: Pick<AppContext, 'settings'>,
  mail: { order: StoredOrder; receipt: Receipt; now?: number },
): Promise<void> {
  const { order, receipt, now = mail.receipt.at } = mail
  if (!isReceiptMailed(receipt.totalCents)) return
  const address = await orderMailAddress(queries, { clientId: order.client_id, now })
  if (address === undefined) return
  const total = { text: totalText, cents: receipt.totalCents }
  const lines = [...receipt.lines, total, ...paidLines(receipt)].map((line) => `${line.text}: ${lineAmount(line)}`)
  await enqueue(queries, now, {
    channel: 'email',
    to: address.to,
    template: 'receipt',
    variables: {
      receipt: receipt.number,
      number: order.number,
      orderId: order.id,
      date: receiptDate(receipt.at, product.settings.companyZone),
      lines: lines.join('\n'),
      total: formatMoney(receipt.totalCents),
      link: receiptLink(product.settings, order),
      seller: soldBy(product.settings),
      ...address.unconfirmed,
    },
    dedupeKey: `receipt:${order.id}:${receipt.number}`,
  })
}

/**
 * Mails the receipts of payments since an instant (epoch milliseconds) to a client whose address became known only now.
 */
export async function mailReceiptsSince(
  queries: Queries,
  product: Pick<AppContext, 'settings'>,
  { clientId, since, now }: { clientId: string; since: number; now: number },
): Promise<void> {
  for (const orderId of await ordersMovedSince(queries, clientId, { kinds: receiptKinds, since })) {
    const order = await orderOf(queries, clientId, orderId)
    if (order === undefined) continue
    const { receipts } = await receiptsOf(queries, order)
    for (const receipt of receipts.filter(({ at }) => at >= since)) {
      await mailReceipt(queries, product, { order, receipt, now })
    }
  }
}

/** The order of a receipts token; undefined for a token that is not ours. */
export async function orderOfReceipts(product: AppContext, token: string): Promise<StoredOrder | undefined> {
  // The signature may contain dashes.
  const [, number = '', signature = ''] = /^([^-]*)-(.*)$/.exec(token) ?? []
  const order = await findOrderByNumber(product.queries, number)
  if (order === undefined) return undefined
  return isSameHash(signature, receiptSignature(product.settings.secret, order.id)) ? order : undefined
}
