/** An order past its deadline (WAIT-04). */
export const lateTexts = {
  tag: 'Late',
  wasDue: 'Was due on',
  late: (due: string) => `This task is late: it was due ${due}. We’re sorry.`,
  now: {
    seek: 'We’re still finding your Nerd, and your task is first in line.',
    work: 'Your Nerd is on it, and you’ll get it the moment it’s done.',
    check: 'We’re checking the work, and you’ll get it the moment we’re done.',
  },
  credit: (amount: string) => `We’ll add ${amount} to your balance when it arrives.`,
  creditSteps: 'What you get for late work',
  percentNow: (percent: number) => `${percent}% now`,
  percentFrom: (percent: number, time: string) => `${percent}% from ${time}`,
  noWait: 'Rather not wait? Ask for a refund.',
  credited: (amount: string) => `It came late, so ${amount} of what you paid is on your balance.`,
  reviewLate: (day: string) =>
    `You should have heard from us about your refund by ${day}. We’re sorry; it’s first in line.`,
} as const
