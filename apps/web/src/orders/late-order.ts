import type { Order } from '@nerdify/contract/orders.ts'
import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { awaitsFirstWork, isWorkLate, type PromisedWork, workDue } from '@nerdify/domain/orders/order-late.ts'
import { lateCreditCents } from '@nerdify/domain/payments/late-credit.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { lateTexts } from '../texts/late.ts'

const hourMs = 3_600_000
const instantOf = (text: string | null) => (text === null ? null : Date.parse(text))

const promisedWork = (order: Order): PromisedWork => ({
  systemStatus: order.system_client_status,
  clientStatus: order.client_status,
  deadline: instantOf(order.deadline),
  revisionDeadline: instantOf(order.revision_deadline),
})

/**
 * Whether the work that the client waits for is late at `now`, in epoch milliseconds of the server's clock (WAIT-04).
 */
export const isOrderLate = (order: Order, now: number): boolean => isWorkLate(promisedWork(order), now)

/**
 * Sentences of an order past its deadline (WAIT-04): it is late, what happens now, and the client's credit; empty for
 * an order in time. `now` is epoch milliseconds of the server's clock; `instant` formats such an instant.
 */
export function lateSentences(order: Order, now: number, instant: (at: number) => string): string[] {
  const work = promisedWork(order)
  const due = workDue(work)
  if (due === null || !isWorkLate(work, now)) return []
  return [
    lateTexts.late(instant(due)),
    happensNow(work),
    ...lateCreditSteps(order, now).flatMap(({ amount, isNow }) => (isNow ? [lateTexts.credit(amount)] : [])),
    ...(order.actions.includes('request_refund') ? [lateTexts.noWait] : []),
  ]
}

function happensNow({ clientStatus }: PromisedWork): string {
  if (clientStatus === 'In progress') return lateTexts.now.seek
  return clientStatus === 'Quality check' || clientStatus === 'Final touches' ? lateTexts.now.check : lateTexts.now.work
}

/**
 * The credit of a late order now, and its later steps with their times (WAIT-05); empty without lateness or credit.
 * `now` is epoch milliseconds of the server's clock; `time` formats such an instant.
 */
export function lateCreditSteps(order: Order, now: number, time = ownDates.time) {
  const work = promisedWork(order)
  if (order.deadline === null || !awaitsFirstWork(work) || !isWorkLate(work, now)) return []
  const deadline = Date.parse(order.deadline)
  const [paidCents, refundedCents] = [centsFromDollars(order.client_paid), centsFromDollars(order.refunded)]
  const steps = order.late_credit ?? []
  // Lateness begins after the deadline's own millisecond.
  const starts = steps.map(({ hours_late }) => deadline + Math.max(1, hours_late * hourMs))
  return steps.flatMap(({ percent }, index) => {
    const [at = now, end = Number.POSITIVE_INFINITY] = starts.slice(index)
    const cents = lateCreditCents(steps, { deadline, at, paidCents, refundedCents })
    if (cents === 0 || end <= now) return []
    const isNow = at <= now
    const text = isNow ? lateTexts.percentNow(percent) : lateTexts.percentFrom(percent, time(at, now))
    return [{ amount: formatMoney(cents), text, isNow }]
  })
}

/** The sentence of a delivered order that earned a late credit (WAIT-05). */
export const creditedSentence = ({ late_credited: dollars = 0 }: Order): string | undefined =>
  dollars > 0 ? lateTexts.credited(formatMoney(centsFromDollars(dollars))) : undefined
