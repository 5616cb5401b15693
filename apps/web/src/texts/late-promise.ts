import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'

/** "1 hour", "12 hours" */
const hourCount = (count: number): string => (count === 1 ? '1 hour' : `${count} hours`)

/** "10%, 25% from 12 hours on" */
const stepTexts = (steps: LateCredit) =>
  steps.map(({ hours_late, percent }) =>
    hours_late === 0 ? `${percent}%` : `${percent}% from ${hourCount(hours_late)} on`,
  )

/** The promised credit for late work, in words (WAIT-05); undefined without a promise. */
export function latePromiseText(steps: LateCredit): string | undefined {
  const texts = stepTexts(steps)
  if (texts.length === 0) return undefined
  const listed = [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ')
  return `If your work is late, we add part of what you paid to your balance: ${listed}. After a partial refund, it’s that part of what’s left.`
}
