import { reasonMissingTexts } from '@nerdify/domain/orders/note.ts'

/** The words of what opens over the cabinet (CAB-05 to CAB-11, RATE-01 to RATE-05). */
export const overlayTexts = {
  backToTasks: 'Back to my tasks',
  sending: 'Sending',
  optional: 'optional',
  orderNumber: (title: string, number: string) => `${title}, No. ${number}`,
  requestRevision: 'Request a revision',
} as const

/** A rating and what follows it. */
export const ratingTexts = {
  title: 'How was your Nerd’s work?',
  changeTitle: 'Change your rating',
  label: 'Rating',
  wentWell: 'What went well?',
  send: 'Send rating',
  next: 'Next',
  chooseFirst: 'Choose from 1 to 5 stars first.',
  notNowTitle: 'This task cannot be rated now',
  notNowText: 'A task is rated once its work is sent, and not while it is on revision or after a refund.',

  negativeTitle: "Ouch! We are sorry you're not satisfied with your Nerd's work.",
  wentWrong: 'What went wrong?',
  tags: { quality: 'Quality', deadline: 'Deadline', support: 'Support' },
  tellMore: 'Tell us more',
  review: 'Our QA team reviews this in 1-2 business days. Revisions are free.',
  sendToQa: 'Send to QA',
  changeRating: 'Change rating',

  thanksTitle: 'Thank you for your rating',
  thanksText: 'It helps us to find the right Nerd for your next task.',
  reviewedBy: (day: string) => `Our QA team reviews your rating in 1-2 business days, by ${day}. Revisions are free.`,
} as const

/** Tips. */
export const tipTexts = {
  title: 'Say thanks with a tip?',
  text: 'Your Nerd gets the tip. The same amount is credited back to your balance.',
  order: (number: string, price: string) => `Order No. ${number}, ${price}`,
  amount: 'Tip amount',
  percent: (percent: number) => `${percent}%`,
  choose: 'Choose a tip',
  chooseFirst: 'Choose an amount first.',
  tip: (amount: string) => `Tip ${amount}`,
  leaves: 'You pay on the page of our card provider.',
  noThanks: 'No, thanks',
  notNowTitle: 'This task cannot be tipped now',
  notNowText: 'A tip is for work that you rated with 4 or 5 stars, once for each task.',
  confirmingTitle: 'Confirming your tip',
  confirmingText: 'This can take a minute. You may leave this page: nothing is lost.',
  doneTitle: 'Your Nerd got your tip',
  credited: 'We added',
  creditedTo: 'to your balance.',
  notChargedTitle: 'You have not been charged',
  notChargedText: 'No tip has arrived. If you did pay, it shows here as soon as your bank has answered.',
  notTakenTitle: 'No tip has arrived',
  notTakenText:
    'This order takes none now. If you did pay one, it shows here once your bank has answered, or goes back to your card.',
} as const

/** The files of an order. */
export const filesTexts = {
  title: 'Files',
  fromNerd: 'From your Nerd',
  fromYou: 'From you',
  kind: {
    file_draft_paper: 'Draft',
    file_final_draft: 'Finished work',
    order_form: 'With your task',
    client_revision_request_file: 'With your request for a revision',
  },
  noneYet: 'Nothing is here yet. Your Nerd’s work stands here as soon as it is sent.',
  none: 'There are no files.',
  scanning: 'being checked for viruses',
  loading: 'Loading the files',
} as const

/** How an order stands, and what may be done with it. */
export const progressTexts = {
  next: 'What happens next',
  history: 'What happened so far',
  yourWords: 'You wrote:',
  ourWords: 'We wrote:',
  events: {
    paid: 'Paid',
    nerd_found: 'Nerd found',
    quality_check: 'Quality check',
    final_touches: 'Final touches',
    send: 'Work sent',
    accept: 'You accepted the work',
    request_revision: 'Revision requested',
    accept_revision: 'Revision begun',
    complete_revision: 'Revision sent',
    request_refund: 'Refund requested',
    accept_refund: 'Refund granted',
    decline_refund: 'Refund declined',
    decline: 'Declined',
    delete: 'Deleted',
    no_feedback_1d: 'Not rated yet',
    reviewed: 'We looked at your rating',
  },
  accept: 'Accept the work',
  accepting: 'Saving',
  orderAgain: 'Order again',
  requestRefund: 'Ask for a refund',
  files: 'Files',
  seek: (by: string) => `We are looking for your Nerd. Your work is due by ${by}.`,
  work: (by: string) => `Your Nerd is working on it. Your work is due by ${by}.`,
  check: (by: string) => `We check the work before you get it. It is due by ${by}.`,
  sent: 'Download the work and look it over. Revisions are free, so ask for whatever is missing.',
  sentUntil: (day: string) => `You may ask for a refund until ${day}.`,
  revisionRequested: 'Your Nerd gets your request. Once they take it up, its date stands here.',
  onRevision: (by: string) => `Your Nerd is on it. The revision is due by ${by}.`,
  onRevisionSoon: 'Your Nerd is on it. You hear from us as soon as it is done.',
  completed: 'This task is done. You may still ask for a revision; it is free.',
  refundRequested: (day: string) => `We review your request in 3-5 business days, by ${day}.`,
  refundRequestedSoon: 'We review your request in 3-5 business days.',
  refunded: 'The money goes back the way it came. Your bank may take a few days to show it.',
  refundDeclinedBecause: (reason: string) => `Why your refund was declined: ${reason}`,
  refundDeclined: 'We could not grant the refund. If you see it otherwise, contact us.',
  partlyPaid: 'A part of the price is paid. Pay the rest, and the work goes on.',
  unpaid: 'Pay whenever you are ready, and a Nerd starts.',
} as const

/** The task of an order that is paid. */
export const taskTexts = {
  title: 'Your task',
  none: 'Nothing is written yet.',
  add: 'Add to your task',
  addHint: 'What you forgot, or what your teacher said since. Your Nerd reads it with the rest.',
  send: 'Add it',
  added: 'Added',
} as const

/** Asking for a revision. */
export const revisionTexts = {
  title: 'Request a revision',
  what: 'What should change?',
  hint: 'Point to the place and say what you expected. It is free.',
  missing: reasonMissingTexts.request_revision,
  files: 'Files',
  attach: 'Attach a file',
  attachHint: 'Comments, a marked-up copy, more sources',
  next: 'Your Nerd gets your request at once. When they take it up, you see by when it will be done.',
  send: 'Request a revision',
  sentTitle: 'Your request is sent',
  sentText:
    'Your Nerd has it now. When they take it up, the date of your revision stands on the task, and we tell you when it is ready.',
  notNowTitle: 'A revision cannot be requested now',
  notNowText: 'You may ask for a revision once the work is sent, and again after each revision.',
  waitingForFiles: (left: number, all: number) => `Waiting for ${left} of ${all} ${all === 1 ? 'file' : 'files'}`,
} as const

/** Asking for a refund. */
export const refundTexts = {
  title: 'Ask for a refund',
  why: 'What was wrong?',
  hint: 'The more you tell us, the quicker we can decide.',
  missing: reasonMissingTexts.request_refund,
  next: (day: string) => `We review each request in 3-5 business days: you hear from us by ${day}.`,
  until: (day: string) => `You may ask until ${day}.`,
  revisionInstead: 'Revisions are free, and often the quicker way to what you need.',
  revision: 'Request a revision instead',
  send: 'Ask for a refund',
  sentTitle: 'We have your request',
  sentText: (day: string) =>
    `We review it in 3-5 business days: you hear from us by ${day}. If it is granted, the money goes back the way it came.`,
  notNowTitle: 'A refund cannot be requested now',
  notNowText: (days: number) =>
    `You may ask for a refund of a paid task within ${days} days of its delivery, and once at a time.`,
} as const
