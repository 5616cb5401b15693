/** The words of `/start` and of the links to it (DOOR-01, DOOR-02, MSG-04). */

/** Title and description of the prerendered page (PUB-09). */
export const startHead = {
  title: 'Hire a Nerd',
  description: 'Homework help from freelance experts. See your price at once, pay at the end.',
} as const

export const startTexts = {
  heading: 'Homework help from people who know how',
  lead: 'Nerdify finds you a freelance expert, a Nerd, who works on your task and sends it back by your deadline.',
  gift: 'A friend sent you: $20 off your first order.',
  giftNote: 'It’s applied automatically, and it’s yours until you use it.',

  jobType: 'What do you need help with?',
  size: 'How long is it?',
  deadline: 'When do you need it?',
  inHours: (stop: string) => `In ${stop}`,
  tooShort: (stop: string) => `In ${stop} (too short for this size)`,

  price: 'Your price',
  usual: 'Price',
  total: 'Total',
  friendsGift: 'From your friend',
  less: (amount: string) => `−${amount}`,
  noPrices: 'We couldn’t load the prices.',
  tryAgain: 'Try again',
  payLater: 'You pay at the end. All prices are in US dollars.',

  phone: 'Phone number',
  phoneHint: 'We’ll text you a 5-digit code. No password, and no texts you didn’t ask for.',
  sending: 'Sending',
  goOn: 'Continue',
  goOnFor: (amount: string) => `${amount} · Continue`,
  haveAccount: 'Have an account? Use its number, or',
  login: 'log in another way',

  promisesTitle: 'Fair from the start',
  /** In one line: who we are, for whom, and the rule; the link ends it. */
  whoWeAre: 'Nerdify: freelance experts, for students 18 and older, under one',
  honorCode: 'honor code',
} as const

/** The three promises, each with the page that explains it. */
export const startPromises = [
  {
    title: 'Free revisions',
    text: 'Something missing? Your Nerd fixes it at no cost.',
    about: 'refunds',
  },
  { title: 'Refunds within 30 days', text: 'Not what you needed? Ask for your money back.', about: 'refunds' },
  {
    title: 'No surprise extras',
    text: 'We never choose extras for you, and we add nothing to the price you see.',
    about: 'terms',
  },
] as const
