import { reviewDays } from './review-days.ts'
import { reasonMissingTexts } from '@nerdify/domain/orders/note.ts'

/** The words of the overlays over the cabinet (CAB-05 to CAB-11, RATE-01 to RATE-05). */
export const overlayTexts = {
  backToTasks: 'Back to my tasks',
  sending: 'Sending',
  optional: 'optional',
  orderNumber: (title: string, number: string) => `${title}, No. ${number}`,
  requestRevision: 'Request a revision',
} as const

/** A rating and its confirmation. */
export const ratingTexts = {
  title: 'How was your Nerd’s work?',
  changeTitle: 'Change your rating',
  label: 'Rating',
  wentWell: 'What went well?',
  send: 'Send rating',
  next: 'Next',
  chooseFirst: 'Choose from 1 to 5 stars first.',
  notNowTitle: 'You can’t rate this task right now',
  notNowText: 'You can rate a task once you have the work, but not during a revision or after a refund.',

  negativeTitle: "Ouch! We are sorry you're not satisfied with your Nerd's work.",
  wentWrong: 'What went wrong?',
  tags: { quality: 'Quality', deadline: 'Deadline', support: 'Support' },
  tellMore: 'Tell us more',
  review: `Our QA team will review this in ${reviewDays.rating}. Revisions are free.`,
  sendToQa: 'Send to QA',
  changeRating: 'Change rating',

  thanksTitle: 'Thank you for your rating',
  thanksText: 'It helps us find the right Nerd for your next task.',
  reviewedBy: (day: string) =>
    `Our QA team will review your rating in ${reviewDays.rating}, by ${day}. Revisions are free.`,
} as const

/** Tips. */
export const tipTexts = {
  title: 'Say thanks with a tip?',
  text: 'Your Nerd gets the tip. The same amount is credited back to your balance.',
  order: (number: string, price: string) => `No. ${number}, ${price}`,
  amount: 'Tip amount',
  percent: (percent: number) => `${percent}%`,
  choose: 'Choose a tip',
  chooseFirst: 'Choose an amount first.',
  tip: (amount: string) => `Tip ${amount}`,
  leaves: 'You pay on the page of our card provider.',
  noThanks: 'No, thanks',
  notNowTitle: 'You can’t tip on this task right now',
  notNowText: 'You can tip once per task, after you rate the work 4 or 5 stars.',
  confirmingTitle: 'Confirming your tip',
  confirmingText: 'This can take a minute. You can leave this page. Nothing will be lost.',
  doneTitle: 'Your Nerd got your tip',
  credited: 'We added',
  creditedTo: 'to your balance.',
  notChargedTitle: 'You have not been charged',
  notChargedText: 'We haven’t received a tip. If you did pay, it will show up here as soon as your bank confirms it.',
  notTakenTitle: 'We haven’t received a tip',
  notTakenText:
    'This task can’t take a tip anymore. If you paid one, it will show up here once your bank confirms it, or go back to your card.',
} as const

/** The files of an order. */
export const filesTexts = {
  title: 'Files',
  fromNerd: 'From your Nerd',
  fromYou: 'From you',
  kind: {
    file_draft_paper: 'Draft',
    file_final_draft: 'Finished work',
    plagiarism_report: 'Plagiarism report',
    order_form: 'With your task',
    client_revision_request_file: 'With your request for a revision',
  },
  noneYet: 'Nothing here yet. You’ll find your Nerd’s work here as soon as it’s ready.',
  none: 'There are no files.',
  scanning: 'checking for viruses',
  loading: 'Loading your files',
} as const

/** The state of an order, and its actions. */
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
    reassign: 'Looking for another Nerd',
    extend_deadline: 'Later deadline agreed',
    offer_deadline: 'We asked for a later deadline',
    accept_deadline: 'You agreed to the later deadline',
    decline_deadline: 'You kept your deadline',
    accept: 'You accepted the work',
    request_revision: 'Revision requested',
    accept_revision: 'Revision started',
    complete_revision: 'Revision sent',
    request_refund: 'Refund requested',
    accept_refund: 'Refund granted',
    decline_refund: 'Refund declined',
    decline: 'Declined',
    delete: 'Deleted',
    no_feedback_1d: 'Not rated yet',
    reviewed: 'We looked at your rating',
    dispute_answered: 'We answered your bank',
  },
  price: 'Price',
  accept: 'Accept the work',
  accepting: 'Saving',
  writeToUs: 'Write to us',
  requestRefund: 'Ask for a refund',
  files: 'Files',
  seek: (by: string) => `We’re finding your Nerd. Your work is due ${by}.`,
  work: (by: string) => `Your Nerd is working on it. Your work is due ${by}.`,
  check: (by: string) => `We’re checking the work before you get it. It’s due ${by}.`,
  sent: 'Download the work and look it over. Revisions are free, so ask for whatever is missing.',
  sentUntil: (day: string) => `You can ask for a refund until ${day}.`,
  revisionRequested: 'We’ll pass your request to your Nerd. Once they start, you’ll see the due date here.',
  onRevision: (by: string) => `Your Nerd is on it. The revision is due ${by}.`,
  onRevisionSoon: 'Your Nerd is on it. We’ll tell you as soon as it’s done.',
  completed: 'This task is done. You can still ask for a free revision.',
  refundRequested: (day: string) =>
    `We’re reviewing your request. You’ll hear from us in ${reviewDays.refund}, by ${day}.`,
  refundRequestedSoon: `We’re reviewing your request. You’ll hear from us in ${reviewDays.refund}.`,
  refunded: 'Your money is on its way back the way you paid. Your bank may take a few days to show it.',
  refundDeclined: 'We couldn’t approve your refund. Think we got it wrong? Contact us.',
  partlyPaid: 'You’ve paid part of the price. Pay the rest so the work can continue.',
  unpaid: 'Pay when you’re ready, and a Nerd will get started.',
} as const

/** The task of a paid order. */
export const taskTexts = {
  title: 'Your task',
  none: 'No description yet.',
  add: 'Add to your task',
  addHint: 'Anything you forgot, or that your teacher added since.',
  send: 'Add it',
  added: 'Added',
} as const

/** The request for a revision. */
export const revisionTexts = {
  title: 'Request a revision',
  what: 'What should change?',
  hint: 'Point to the spot and tell us what you expected. Revisions are free.',
  missing: reasonMissingTexts.request_revision,
  files: 'Files',
  attach: 'Attach a file',
  attachHint: 'Comments, a marked-up copy, more sources',
  next: 'We’ll pass your request to your Nerd. Once they start, you’ll see when it will be done.',
  send: 'Request a revision',
  sentTitle: 'We have your request',
  sentText:
    'We’ll pass it to your Nerd. Once they start, you’ll see the due date on the task, and we’ll tell you when it’s ready.',
  notNowTitle: 'You can’t request a revision right now',
  notNowText: 'You can ask for a revision once you have the work, and again after each revision.',
  waitingForFiles: (left: number, all: number) => `Waiting for ${left} of ${all} ${all === 1 ? 'file' : 'files'}`,
} as const

/** The request for a refund. */
export const refundTexts = {
  title: 'Ask for a refund',
  why: 'What was wrong?',
  hint: 'The more you tell us, the faster we can decide.',
  missing: reasonMissingTexts.request_refund,
  next: (day: string) => `We review every request in ${reviewDays.refund}. You’ll hear from us by ${day}.`,
  until: (day: string) => `You can ask until ${day}.`,
  revisionInstead: 'Revisions are free, and often the faster way to get what you need.',
  revision: 'Request a revision instead',
  send: 'Ask for a refund',
  sentTitle: 'We have your request',
  sentText: (day: string) =>
    `We’ll review it in ${reviewDays.refund}. You’ll hear from us by ${day}. If we approve it, your money goes back the way you paid.`,
  notNowTitle: 'You can’t ask for a refund right now',
  notNowText: (days: number) =>
    `You can ask for a refund of a paid task within ${days} days of delivery, one request at a time.`,
} as const
