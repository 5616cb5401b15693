/** The way to the card page. */
export const paymentTexts = {
  title: 'Taking you to the secure payment page',
  text: 'Your card details go to our payment provider only.',
  goOn: 'Go to the payment page',
  ageTitle: 'One thing before you pay',
  ageText: 'Only adults can order here. We ask this once.',
} as const

/** The page after the card page. */
export const thankYouTexts = {
  receipt: 'Receipt',
  confirmingTitle: 'Confirming your payment',
  confirmingText: 'This takes a few seconds. You may close this page: nothing is lost.',

  unpaidTitle: 'This order is not paid yet',
  unpaidText: (number: string) =>
    `We have no payment for order No. ${number}. If you have just paid, it shows here by itself.`,
  partlyPaidTitle: 'A part of this order is still to be paid',
  partlyPaidText: (number: string, left: string) =>
    `${left} of order No. ${number} are not paid yet. If you have just paid, it shows here by itself.`,

  paidTitle: 'Thank you. We’re finding your Nerd.',
  paidLaterTitle: 'Thank you. Your payment is in.',
  paid: (amount: string) => `Paid ${amount}`,
  due: (number: string, date: string) => `Order No. ${number} is due by ${date}.`,
  next: 'What happens next',
  steps: [
    ['A Nerd takes your order', 'My tasks shows when it happens.'],
    ['They work, we check', 'Follow each stage in My tasks.'],
    ['You download and rate it', 'Revisions are free if something is off.'],
  ],
  files: 'Files for your Nerd',
  addFiles: 'Add more files',

  appTitle: 'Get the app',
  appText: 'Keep Nerdify on your home screen: each stage of your order is one tap away.',
  appHow:
    'On an iPhone, open this page in Safari, tap Share, then Add to Home Screen. On a computer, choose Install in the address bar.',

  contact: 'Questions about your order?',
  contactUs: 'Contact us',
} as const
