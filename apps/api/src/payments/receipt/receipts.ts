import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { type ServiceKey, serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import { readClient } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { anyOrder, type StoredOrder } from '../../orders/list/own-order.ts'
import { quotableOf } from '../../orders/price/quote-order.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import type { Product } from '../../product.ts'
import { receiptLink } from '../../keys/receipt-link.ts'
import { accounts, entriesOf, ordersMovedSince, type StoredEntry } from '../ledger/ledger.store.ts'

/** One line of a receipt, in cents; what is taken off is below zero. */
export interface ReceiptLine {
  text: string
  cents: number
}

/** The receipt of one payment (PAY-14); cents, `at` in epoch milliseconds. */
export interface Receipt {
  number: string
  at: number
  lines: readonly ReceiptLine[]
  totalCents: number
  cardCents: number
  cardLast4: string | null
  balanceCents: number
}

/** What the ledger keeps of a receipt with its payment, so that a later change of the order changes no receipt. */
export interface KeptReceipt {
  number: string
  lines: ReceiptLine[]
}

const receiptKinds = ['order_payment', 'tip'] as const

/** The receipt of a payment that is about to be booked; the caller holds the lock of the order's row. */
export async function receiptFor(
  queries: Queries,
  payment: { order: StoredOrder; cents: number; services: readonly ServiceKey[] | undefined },
): Promise<KeptReceipt> {
  const { order, cents, services } = payment
  return {
    number: await nextNumber(queries, order),
    lines: matching(cents, services === undefined ? linesOfOrder(order) : linesOfServices(order, services)) ?? [
      { text: `Order No. ${order.number}`, cents },
    ],
  }
}

/** The number of the next receipt of an order: the order's, and which of its payments it is. */
export async function nextNumber(queries: Queries, order: StoredOrder): Promise<string> {
  const kinds = receiptKinds
  const before = await entriesOf(queries, { clientId: order.client_id, orderId: order.id, kinds })
  return `${order.number}-${before.length + 1}`
}

/** The lines, where they are what the payment was for; not for the rest of an order that was paid in part, say. */
function matching(cents: number, lines: ReceiptLine[]): ReceiptLine[] | undefined {
  return lines.reduce((sum, line) => sum + line.cents, 0) === cents ? lines : undefined
}

function linesOfOrder(order: StoredOrder): ReceiptLine[] {
  const { priceName, size } = quotableOf(order)
  const task = jobTypeByPriceName(priceName ?? '')?.name ?? 'Task'
  const added = serviceKeys.filter((key) => order.services[key]?.added)
  return [
    { text: size === null ? task : `${task}, ${sizeLabel(size)}`, cents: order.quote_cents },
    ...linesOfServices(order, added),
    ...(order.discount_cents > 0 ? [{ text: 'Discount', cents: -order.discount_cents }] : []),
  ]
}

const linesOfServices = ({ services }: StoredOrder, keys: readonly ServiceKey[]): ReceiptLine[] =>
  keys.map((key) => ({ text: serviceNames[key], cents: services[key]?.price_cents ?? 0 }))

/** The receipts of an order, oldest first, and what of it was given back, in cents. */
export async function receiptsOf(
  queries: Queries,
  { client_id: clientId, id: orderId }: StoredOrder,
): Promise<{ receipts: Receipt[]; returned: { at: number; cents: number }[] }> {
  const entries = await entriesOf(queries, {
    clientId,
    orderId,
    kinds: [...receiptKinds, 'surplus_refund', 'refund', 'refund_failed', 'tip_refund'],
  })
  const moved = ({ lines }: StoredEntry, account: string) =>
    lines.reduce((sum, line) => (line.account === account ? sum + line.cents : sum), 0)
  const receipts: Receipt[] = []
  const returned: { at: number; cents: number }[] = []
  for (const entry of entries) {
    const cardCents = -moved(entry, accounts.gateway)
    const balanceCents = -moved(entry, accounts.balance(clientId)) - moved(entry, accounts.held(orderId))
    const totalCents = cardCents + balanceCents
    if (entry.kind !== 'order_payment' && entry.kind !== 'tip') {
      returned.push({ at: entry.at, cents: -totalCents })
      continue
    }
    const kept = entry.data.receipt as KeptReceipt | undefined
    receipts.push({
      number: kept?.number ?? `${receipts.length + 1}`,
      at: entry.at,
      lines: kept?.lines ?? [{ text: 'Payment', cents: totalCents }],
      totalCents,
      cardCents,
      cardLast4: typeof entry.data.card_last4 === 'string' ? entry.data.card_last4 : null,
      balanceCents,
    })
  }
  return { receipts, returned }
}

/** Who paid it, in words: the card by its last four digits, the balance, or both. */
export function paidBy({
  cardCents,
  cardLast4,
  balanceCents,
}: Omit<Receipt, 'number' | 'at' | 'lines' | 'totalCents'>) {
  const parts = [
    ...(cardCents > 0 ? [`Card${cardLast4 === null ? '' : ` ending in ${cardLast4}`}: ${formatMoney(cardCents)}`] : []),
    ...(balanceCents > 0 ? [`Balance: ${formatMoney(balanceCents)}`] : []),
  ]
  return parts.length === 0 ? 'Nothing was to be paid' : parts.join(', ')
}

/** The day of a receipt, with its zone (ux 53). */
export const receiptDate = (at: number): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at)} (UTC)`

/** Mails the receipt of a payment in the transaction that books it (PAY-14); a client without an address reads it in the cabinet. */
export async function mailReceipt(
  queries: Queries,
  product: Pick<Product, 'settings'>,
  mail: { order: StoredOrder; receipt: Receipt; now?: number },
): Promise<void> {
  const { order, receipt, now = mail.receipt.at } = mail
  const { email } = await readClient(queries, order.client_id)
  if (email === null || isPlaceholderEmail(email) || receipt.totalCents === 0) return
  const lines = receipt.lines.map(({ text, cents }) => `${text}: ${formatMoney(cents)}`)
  await enqueue(queries, now, {
    channel: 'email',
    to: email,
    template: 'receipt',
    variables: {
      receipt: receipt.number,
      number: order.number,
      date: receiptDate(receipt.at),
      lines: lines.join('\n'),
      total: formatMoney(receipt.totalCents),
      paidBy: paidBy(receipt),
      link: receiptLink(product.settings, order),
    },
    dedupeKey: `receipt:${order.id}:${receipt.number}`,
  })
}

/** Mails the receipts of a client's payments since an instant (epoch milliseconds), for whose address came to hold only now. */
export async function mailReceiptsSince(
  queries: Queries,
  product: Pick<Product, 'settings'>,
  { clientId, since, now }: { clientId: string; since: number; now: number },
): Promise<void> {
  for (const orderId of await ordersMovedSince(queries, clientId, { kinds: receiptKinds, since })) {
    const order = await anyOrder(queries, clientId, orderId)
    if (order === undefined) continue
    const { receipts } = await receiptsOf(queries, order)
    for (const receipt of receipts.filter(({ at }) => at >= since)) {
      await mailReceipt(queries, product, { order, receipt, now })
    }
  }
}
