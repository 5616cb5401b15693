/** The words of the contact page, what follows it, and the page that ends mails (PUB-05, PUB-06, LAW-07). */

/** Title and description of the pre-rendered page (PUB-09). */
export const contactHead = {
  title: 'Contact us',
  description: 'Leave your phone number and Nerdify texts you back. United States, Canada and Australia.',
} as const

export const contactTexts = {
  heading: 'Contact us',
  lead: 'Leave your number and we text you back.',
  country: 'Country',
  phone: 'Phone number',
  trap: 'Leave this empty',
  submit: 'Text me',
  sending: 'Sending',
  small: 'One text, with a link to go on. Message and data rates may apply. Reply STOP to end texts.',
  chat: 'Prefer chat?',
  messenger: 'Message us on Messenger',
} as const

export const messageSentTexts = {
  title: 'Your text is on its way',
  lead: 'We are texting',
  /** Where the page knows of no number, and cannot say that one is texted. */
  unknownTitle: 'Left your number?',
  unknownLead: 'Then your text is on its way. If not, leave it now and we text you.',
  leaveNumber: 'Leave your number',
  next: 'The text has a link. Open it on this phone or any other, and tell us about your task.',
  nothing: 'Nothing after a minute?',
  again: 'Check the number and try again',
  gotIt: 'Got it!',
} as const

export const unsubscribeTexts = {
  title: 'Unsubscribe',
  lead: 'You get no more mails about your orders, and no offers. A link to log in still comes when you ask for one.',
  submit: 'Unsubscribe',
  sending: 'Saving',
  doneTitle: 'You are unsubscribed',
  done: 'We send you no more of these mails.',
  unknown: 'This link does not work. It may be incomplete: please open it from the mail again.',
} as const
