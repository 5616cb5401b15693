/** The invitations that lead newcomers to `/start` (MSG-04, REF-04). */
export const newHereTexts = {
  question: 'New here?',
  link: 'See your price and start',
  gift: '$20 off your first order',
  giftNote: 'A friend sent you this. It’s applied automatically, and it’s yours until you use it.',
  giftLink: 'Start with $20 off',
} as const
