import { type offeredServices, type ServiceKey, topNerdRating } from '@nerdify/domain/catalog/services.ts'

/** The extra-services step. */
export const extraServicesTexts = {
  title: 'Anything extra?',
  lede: 'All optional. We add nothing you pay for unless you check it.',
  includedBy: { plan: 'free with your plan', coupon: 'free with your coupon' },
  notAdded: (service: string, why: string) => `${service} couldn’t be added. ${why}`,
  notRemoved: (service: string, why: string) => `${service} couldn’t be removed. ${why}`,

  review: 'Check your order',
  none: 'None',

  repriced: 'The price has changed',
  repricedBecause: {
    quote_lapsed: 'We hold a price for 30 minutes, and that time was up. Here’s the updated price.',
    changed_elsewhere: 'This order was changed in another window.',
  },
  totalHere: 'The total here is what you pay.',

  whichNerd: 'Which Nerd?',
  nerdRating: (rating: number) => `Rated ${rating.toFixed(1)} of 5`,

  myBalance: 'Use my balance',
  balanceText: 'It pays as much as it can, and the rest goes to your card.',
  balanceKept: (amount: string) =>
    `It pays as much as it can. A card payment is at least $0.50, so ${amount} stays on your balance.`,
  balanceUsed: (amount: string) => `Pays ${amount}`,
  balanceUnused: 'Not used',
  balanceChanged: 'Your balance has changed',
  balanceChangedText: 'It covers a different amount than a moment ago. Please check the total before you pay.',

  opening: 'Opening',
  notPlaced: 'We couldn’t save your order',
} as const

/** A sentence about each service (FLOW-23). */
export const serviceTexts = {
  prioritize_my_task: 'Your order goes to the front of the queue, so a Nerd picks it up sooner.',
  top_writer: `Only Nerds rated ${topNerdRating} or higher can take your order.`,
  adv_plagreport: 'Certified proof of no plagiarism, sent with your finished work.',
  client_recomended_writer: 'A Nerd who has worked for you before takes your order.',
} as const satisfies Partial<Record<ServiceKey, string>> & Record<(typeof offeredServices)[number], string>
