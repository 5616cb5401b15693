import type { Order } from '@nerdify/contract/orders.ts'
import { awaitsFirstWork, isLate, type PromisedWork, workDue } from '@nerdify/domain/orders/order-late.ts'
import { parseClientStatus, parseSystemStatus } from '@nerdify/domain/orders/order-status.ts'
import { lateCreditCents } from '@nerdify/domain/payments/late-credit.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lateTexts } from './texts/late.ts'

const hourMs = 3_600_000
const instantOf = (text: string | null) => (text === null ? null : Date.parse(text))

const promisedWork = (order: Order): PromisedWork => ({
  systemStatus: parseSystemStatus(order.system_client_status) ?? null,
  clientStatus: parseClientStatus(order.client_status) ?? null,
  deadline: instantOf(order.deadline),
  revisionDeadline: instantOf(order.revision_deadline),
})

/**
 * Whether the work that the client waits for is late at `now`, in epoch milliseconds of the server's clock (WAIT-04).
 */
export const isOrderLate = (order: Order, now: number): boolean => isLate(promisedWork(order), now)

/**
 * Sentences of an order past its deadline (WAIT-04): it is late, what happens now, and the client's credit; empty for
 * an order in time. `now` is epoch milliseconds of the server's clock; `instant` formats such an instant.
 */
export function lateSentences(order: Order, now: number, instant: (at: number) => string): string[] {
  const work = promisedWork(order)
  const due = workDue(work)
  if (due === null || !isLate(work, now)) return []
  return [
    lateTexts.late(instant(due)),
    happensNow(work),
    ...(awaitsFirstWork(work) ? creditSentences(order, due, now) : []),
    ...(order.actions.includes('request_refund') ? [lateTexts.noWait] : []),
  ]
}

function happensNow({ clientStatus }: PromisedWork): string {
  if (clientStatus === 'In progress') return lateTexts.now.seek
  return clientStatus === 'Quality check' || clientStatus === 'Final touches' ? lateTexts.now.check : lateTexts.now.work
}

/** The credit for late work now, and when it grows (WAIT-05). */
function creditSentences(order: Order, due: number, now: number): string[] {
  const steps = order.late_credit ?? []
  const amountAt = (at: number) => {
    const [paidCents, refundedCents] = [centsFromDollars(order.client_paid), centsFromDollars(order.refunded)]
    return lateCreditCents(steps, { deadline: due, at, paidCents, refundedCents })
  }
  const cents = amountAt(now)
  const later = steps.find(({ hours_late }) => due + hours_late * hourMs > now)
  const laterCents = later === undefined ? 0 : amountAt(due + later.hours_late * hourMs)
  return [
    ...(cents > 0 ? [lateTexts.credit(formatMoney(cents))] : []),
    ...(later !== undefined && laterCents > cents
      ? [lateTexts.creditLater(formatMoney(laterCents), later.hours_late)]
      : []),
  ]
}

/** The sentence of a delivered order that earned a late credit (WAIT-05). */
export const creditedSentence = ({ late_credited: dollars = 0 }: Order): string | undefined =>
  dollars > 0 ? lateTexts.credited(formatMoney(centsFromDollars(dollars))) : undefined
