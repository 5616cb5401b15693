import type { Cents } from '../pricing/money.ts'

/** A refund of an order or its tip; `at` is its request, in epoch milliseconds. */
interface Refund {
  at: number
  cents: Cents
  ofTip: boolean
}

/** A refund that the provider refused or, for hours, has not answered. */
export interface StuckRefund extends Refund {
  paymentId: string
  /** The services that it ends. */
  services: readonly string[]
  isRefused: boolean
  /** The time of the refusal, days after the request if the bank refused it; the request's without one. */
  owedSince: number
}

/** A refund that the provider did not refuse, or that staff made in another way. */
export interface OtherRefund extends Refund {
  isOutside: boolean
}

const sameServices = (one: StuckRefund, other: StuckRefund): boolean =>
  one.services.toSorted().join() === other.services.toSorted().join()

/** A refused refund that was requested again for the same services and refused again: one amount is owed, not two. */
const isRetried = (refund: StuckRefund, all: readonly StuckRefund[]): boolean =>
  refund.isRefused &&
  all.some(
    (other) =>
      other.at > refund.owedSince &&
      other.cents === refund.cents &&
      other.paymentId === refund.paymentId &&
      sameServices(other, refund),
  )

/** An unanswered refund may still arrive, so only a refund outside the card replaces it. */
const covers = (other: OtherRefund, stuck: StuckRefund): boolean =>
  other.ofTip === stuck.ofTip && other.at > stuck.owedSince && (stuck.isRefused || other.isOutside)

/**
 * The stuck refunds of an order that still wait for staff, oldest first, with their outstanding cents (OPS-09). A later
 * refund of the order, or of its tip, covers the stuck refund of the same amount, else the oldest.
 */
export function waitingRefunds<Stuck extends StuckRefund>(
  stuckRefunds: readonly Stuck[],
  otherRefunds: readonly OtherRefund[],
): (Stuck & { leftCents: Cents })[] {
  const byTime = (one: Refund, other: Refund) => one.at - other.at
  const waiting = stuckRefunds
    .filter((refund) => !isRetried(refund, stuckRefunds))
    .map((refund) => ({ ...refund, leftCents: refund.cents }))
    .toSorted(byTime)
  for (const other of otherRefunds.toSorted(byTime)) {
    let restCents = other.cents
    const differs = ({ leftCents }: { leftCents: Cents }) => Number(leftCents !== other.cents)
    const covered = waiting
      .filter((refund) => covers(other, refund))
      .toSorted((one, next) => differs(one) - differs(next))
    for (const refund of covered) {
      const coveredCents = Math.min(restCents, refund.leftCents)
      refund.leftCents -= coveredCents
      restCents -= coveredCents
    }
  }
  return waiting.filter(({ leftCents }) => leftCents > 0)
}
