/** The page before the card page. */
export const paymentTexts = {
  title: 'Taking you to the secure payment page',
  text: 'Your card details go to our payment provider only.',
  /** Announces no card page, because the balance may cover the whole amount (PAY-13). */
  goOn: 'Continue to payment',
  ageTitle: 'One thing before you pay',
  ageText: 'Only adults can order here. We ask this once.',
} as const

/** The page after the card page. */
export const thankYouTexts = {
  receipt: 'Receipt',
  confirmingTitle: 'Confirming your payment',
  confirmingText: 'This takes a few seconds. You can close this page. Nothing will be lost.',

  unpaidTitle: 'This order isn’t paid yet',
  unpaidText: (number: string) =>
    `We haven’t received a payment for order No. ${number} yet. If you just paid, this page will update on its own.`,
  partlyPaidTitle: 'Part of this order is still unpaid',
  partlyPaidText: (number: string, left: string) =>
    `${left} of order No. ${number} is still due. If you just paid, this page will update on its own.`,

  paidTitle: 'Thank you. We’re finding your Nerd.',
  paidLaterTitle: 'Thank you. Your payment is in.',
  addedTitle: 'Thank you. It’s added to your order.',
  added: (services: string) => `New in this order: ${services}.`,
  over: {
    deleted: {
      title: 'This order was deleted',
      text: (number: string, _back: string) =>
        `Order No. ${number} isn’t in My tasks anymore. You can start a new one there.`,
    },
    declined: {
      title: 'We couldn’t take this order',
      text: (number: string, _back: string) => `Order No. ${number} is closed, and you won’t be charged for it.`,
    },
    refunded: {
      title: 'This order was refunded',
      text: (number: string, back: string) => `We gave back ${back} for order No. ${number}, the way you paid.`,
    },
    refundRequested: {
      title: 'You asked for a refund',
      text: (number: string, _back: string) =>
        `We’re looking at your request for order No. ${number}. You’ll see our decision in My tasks.`,
    },
  },
  receiptMailed: (email: string, isConfirmed: boolean) =>
    `We’ve sent your receipt to ${email}.${isConfirmed ? '' : ' Confirm the address to log in by e-mail.'}`,
  paid: (amount: string) => `Paid ${amount}`,
  due: (number: string, date: string) => `Order No. ${number} is due ${date}.`,
  next: 'What happens next',
  steps: (taken: string) =>
    [
      ['A Nerd takes your order', taken],
      ['They work, we check', 'Follow each stage in My tasks.'],
      ['You download and rate it', 'Revisions are free if something is off.'],
    ] as const,
  /** The first step’s sentence, by the channel of announcements (MSG-06). */
  taken: {
    sms: 'We’ll text you when it happens.',
    email: 'We’ll e-mail you when it happens.',
    none: 'You’ll see it in My tasks.',
  },
  addToCalendar: 'Add to calendar',
  files: 'Files for your Nerd',
  noFiles: 'Forgot a file?',
  addFiles: 'Add more files',

  appTitle: 'Get the app',
  appText: 'Keep Nerdify on your home screen: each stage of your order is one tap away.',
  appHow:
    'On an iPhone, open this page in Safari, tap Share, then Add to Home Screen. On a computer, choose Install in the address bar.',

  contact: 'Questions about your order?',
} as const
