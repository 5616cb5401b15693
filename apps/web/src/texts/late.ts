import { hourCount } from './late-promise.ts'

/** An order past its deadline (WAIT-04). */
export const lateTexts = {
  wasDue: 'Was due on',
  late: (due: string) => `This task is late: it was due ${due}. We are sorry.`,
  now: {
    seek: 'We are still looking for your Nerd, and our team has it first in line.',
    work: 'Your Nerd is on it, and you get it the moment it is done.',
    check: 'We are checking the work, and you get it the moment that is done.',
  },
  /** What late work brings when it comes now, and what later. */
  credit: (amount: string) => `We’ll add ${amount} to your balance when it arrives.`,
  creditLater: (amount: string, hoursLate: number) => `Once it’s ${hourCount(hoursLate)} late, it’s ${amount}.`,
  noWait: 'If you would rather not wait, ask for a refund.',
  credited: (amount: string) => `It came late, so ${amount} of what you paid is on your balance.`,
  reviewLate: (day: string) =>
    `You should have heard from us about your refund by ${day}. We are sorry; our team has it first in line.`,
} as const
