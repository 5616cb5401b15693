/** The words of the contact page, its confirmation, and the unsubscribe page (PUB-05, PUB-06, LAW-07). */

/** Title and description of the pre-rendered page (PUB-09). */
export const contactHead = {
  title: 'Contact us',
  description: 'Leave your phone number and Nerdify texts you back. United States, Canada and Australia.',
} as const

export const contactTexts = {
  heading: 'Contact us',
  lead: 'Leave your number. We’ll text you back.',
  country: 'Country',
  phone: 'Phone number',
  email: 'E-mail',
  message: 'Message',
  optional: 'optional',
  messageHint: 'You can add files when you order.',
  clientLead: 'Your message goes to support and stays in your',
  messages: 'Messages',
  answered: (answered: string) => `We’ll answer ${answered}.`,
  messageMissing: 'Tell us what it’s about.',
  /** How the client hears of the answer, by the channel of announcements (TALK-04). */
  announced: {
    sms: 'We’ll text you when we answer, unless you ended our texts.',
    email: 'We’ll e-mail you when we answer, unless you unsubscribed.',
    none: 'You’ll find our answer in your Messages.',
  },
  announcedUnconfirmed: 'We’ll e-mail you when we answer, or text you until your address is confirmed.',
  send: 'Send',
  sent: 'Sent. Thank you!',
  sentLead: (answered: string) => `Your message is in your Messages. We’ll answer ${answered}.`,
  seeMessages: 'See messages',
  changeReach: 'Change phone or e-mail',
  trap: 'Leave this empty',
  textInstead: 'Or get a text back',
  submit: 'Text me',
  sending: 'Sending',
  small: 'One text with a link to continue. Message and data rates may apply. Reply STOP to end texts.',
  chat: 'Prefer chat?',
  messenger: 'Message us on Messenger',
} as const

export const messageSentTexts = {
  title: 'Your text is on its way',
  lead: 'We’re texting',
  /** Without a number, as when the page is opened directly. */
  unknownTitle: 'Left your number?',
  unknownLead: 'Then your text is on its way. If not, leave it now and we’ll text you.',
  leaveNumber: 'Leave your number',
  next: 'The text has a link. Open it on this phone or any other, and tell us about your task.',
  nothing: 'Nothing after a minute?',
  again: 'Check the number and try again',
  gotIt: 'Got it!',
} as const

export const unsubscribeTexts = {
  title: 'Unsubscribe',
  lead: 'You’ll get no more e-mails about your orders and no offers. You can still ask for a login link.',
  submit: 'Unsubscribe',
  sending: 'Saving',
  doneTitle: 'You’re unsubscribed',
  done: 'We won’t send you these e-mails anymore.',
  unknown: 'This link doesn’t work. It may be incomplete. Please open it from the e-mail again.',
} as const
