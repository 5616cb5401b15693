/** The services for sale on a paid order (FLOW-26, FLOW-27). */
export const additionalServicesTexts = {
  title: 'Add to your order',
  lede: (number: string) => `Order No. ${number} is paid. You pay for what you add here separately.`,
  back: 'My tasks',

  yourChoice: 'What you add',
  nothingChosen: 'Nothing chosen yet',
  choose: 'Choose what to add',
  chooseFirst: 'Choose a service first.',
  unavailable: (services: string) => `No longer available, as we have already found a Nerd for your task: ${services}.`,
  alsoAdded: 'Added, nothing to pay',

  notChargedTitle: 'You have not been charged',
  notChargedText: 'We kept what you chose. Pay when you’re ready, or uncheck it.',

  moreServices: 'Anything else?',
  seeServices: 'Add extra services',
  seeOthers: 'See what you can still add',
} as const
