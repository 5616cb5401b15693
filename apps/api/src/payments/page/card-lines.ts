import { balanceLines, lineAmount } from '@nerdify/domain/payments/receipt-lines.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import type { CardLine } from '../../ports.ts'
import { matchingLines } from '../receipt/receipts.ts'
import type { StoredAttempt } from './attempts.store.ts'

/**
 * What the card page of an order says that it is for: the lines of its receipt (EASE-06). The provider takes no line below zero:
 * where something is taken off it has one line of what the card pays, and the receipt's lines below it.
 */
export function cardLines(
  order: StoredOrder,
  attempt: Pick<StoredAttempt, 'cents' | 'balance_cents' | 'services'>,
): CardLine[] {
  const { cents: cardCents, balance_cents: balanceCents, services } = attempt
  const name = `Order No. ${order.number}`
  const lines = matchingLines(order, { cents: cardCents + balanceCents, services })
  if (lines === undefined) return [{ text: name, cents: cardCents }]
  const all = [...lines, ...balanceLines(balanceCents)]
  if (all.every(({ cents }) => cents >= 0)) {
    return all.map((line, index) => (index === 0 ? { ...line, about: name } : line))
  }
  return [{ text: name, cents: cardCents, about: all.map((line) => `${line.text}: ${lineAmount(line)}`).join('; ') }]
}
