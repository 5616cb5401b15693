/** What may be bought for a paid order (FLOW-26, FLOW-27). */
export const additionalServicesTexts = {
  title: 'Add to your order',
  lede: (number: string) => `Order No. ${number} is paid. What you add here is paid on its own.`,
  back: 'My tasks',

  toPay: 'To pay',
  nothingChosen: 'Nothing chosen yet',
  paidBefore: 'Already paid',
  choose: 'Choose what to add',
  chooseFirst: 'Tick a service first.',
  unavailable: (services: string) => `No longer available, as we have already found a Nerd for your task: ${services}.`,
  alsoAdded: 'Added, nothing to pay',

  notChargedTitle: 'You have not been charged',
  notChargedText: 'What you chose is kept. Pay when you are ready, or untick it.',

  moreServices: 'Anything else?',
  seeServices: 'Add extra services',
  seeOthers: 'See what you can still add',
} as const
