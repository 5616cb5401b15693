import { type Cents, percentOf } from '../pricing/money.ts'

const hourMs = 3_600_000

/** What a client gets from so many hours after the deadline on: so much of what they paid (WAIT-05). */
export interface LateCreditStep {
  hours_late: number
  percent: number
}

/** The steps, each later and higher than the one before; empty where nothing is promised. */
export type LateCredit = readonly LateCreditStep[]

/** More steps than anybody reads. */
export const mostLateCreditSteps = 10

/** What is wrong with a table of late credit, with the step that it is about; nothing for one that is fit for use. */
export function lateCreditFault(steps: LateCredit): string | undefined {
  const wrong = steps.findIndex(({ hours_late, percent }, index) => {
    const before = steps[index - 1]
    return before !== undefined && (hours_late <= before.hours_late || percent <= before.percent)
  })
  return wrong < 0 ? undefined : `steps.${wrong}: each step must come later and give more than the one before.`
}

/** How much of what was paid somebody gets for work that comes at `at`, in per cent; 0 in time. UTC milliseconds. */
export function lateCreditPercent(
  steps: LateCredit,
  { deadline, at }: { deadline: number | null; at: number },
): number {
  if (deadline === null || at <= deadline) return 0
  return steps.findLast(({ hours_late }) => at - deadline >= hours_late * hourMs)?.percent ?? 0
}

/**
 * The credit for work that comes at `at`, in cents: its percentage of what is still paid, after refunds and lost disputes of any
 * size (WAIT-05).
 */
export function lateCreditCents(
  steps: LateCredit,
  delivery: { deadline: number | null; at: number; paidCents: Cents; refundedCents: Cents },
): Cents {
  return percentOf(Math.max(0, delivery.paidCents - delivery.refundedCents), lateCreditPercent(steps, delivery))
}
