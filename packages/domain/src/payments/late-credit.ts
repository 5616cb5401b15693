import { type Cents, percentOf } from '../pricing/money.ts'
import type { TableFault } from '../pricing/price-table.ts'

const hourMs = 3_600_000

/** From this many hours after the deadline, this percentage of the payment is credited (WAIT-05). */
export interface LateCreditStep {
  hours_late: number
  percent: number
}

/** Hours and percentages both ascend; empty without a promise. */
export type LateCredit = readonly LateCreditStep[]

/** More steps than any reader wants. */
export const maxLateCreditSteps = 10

/** The fault of the first wrong step in a table of late credit; undefined if valid. */
export function lateCreditFault(steps: LateCredit): TableFault | undefined {
  const wrong = steps.findIndex(({ hours_late, percent }, index) => {
    const before = steps[index - 1]
    return before !== undefined && (hours_late <= before.hours_late || percent <= before.percent)
  })
  return wrong < 0
    ? undefined
    : { field: `steps.${wrong}`, text: 'each step must come later and give more than the one before' }
}

/**
 * The table that an order keeps when it is paid at `paidAt` (WAIT-05): empty for an order paid after its deadline, which
 * was late before it was promised. UTC milliseconds.
 */
export const lateCreditPromised = (
  inForce: LateCredit,
  { deadline, paidAt }: { deadline: number | null; paidAt: number },
): LateCredit => (deadline !== null && paidAt > deadline ? [] : inForce)

/**
 * The table after a pause of the work: a refund request stops it, and its full hours do not count as late (WAIT-05).
 * Milliseconds.
 */
export function lateCreditAfterPause(steps: LateCredit, pausedMs: number): LateCredit {
  const hours = Math.floor(pausedMs / hourMs)
  return steps.map((step) => ({ ...step, hours_late: step.hours_late + hours }))
}

/** The percentage credited for work delivered at `at`; 0 for work on time. UTC milliseconds. */
export function lateCreditPercent(
  steps: LateCredit,
  { deadline, at }: { deadline: number | null; at: number },
): number {
  if (deadline === null || at <= deadline) return 0
  return steps.findLast(({ hours_late }) => at - deadline >= hours_late * hourMs)?.percent ?? 0
}

/**
 * The credit for work delivered at `at`, in cents: a percentage of the payment after refunds and lost disputes
 * (WAIT-05).
 */
export function lateCreditCents(
  steps: LateCredit,
  delivery: { deadline: number | null; at: number; paidCents: Cents; refundedCents: Cents },
): Cents {
  return percentOf(Math.max(0, delivery.paidCents - delivery.refundedCents), lateCreditPercent(steps, delivery))
}
