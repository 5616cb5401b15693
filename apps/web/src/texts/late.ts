import { hourCount } from './late-promise.ts'

/** An order past its deadline (WAIT-04). */
export const lateTexts = {
  wasDue: 'Was due on',
  late: (due: string) => `This task is late: it was due ${due}. We’re sorry.`,
  now: {
    seek: 'We’re still finding your Nerd, and your task is first in line.',
    work: 'Your Nerd is on it, and you’ll get it the moment it’s done.',
    check: 'We’re checking the work, and you’ll get it the moment we’re done.',
  },
  /** What late work brings when it comes now, and what later. */
  credit: (amount: string) => `We’ll add ${amount} to your balance when it arrives.`,
  creditLater: (amount: string, hoursLate: number) => `Once it’s ${hourCount(hoursLate)} late, it’s ${amount}.`,
  noWait: 'Rather not wait? Ask for a refund.',
  credited: (amount: string) => `It came late, so ${amount} of what you paid is on your balance.`,
  reviewLate: (day: string) =>
    `You should have heard from us about your refund by ${day}. We’re sorry; it’s first in line.`,
} as const
