/** The words of an order's card and of the prompt to rate one (CAB-03, CAB-04, CAB-06). */
export const cardTexts = {
  orderNumber: (number: string, type: string) => `No. ${number}, ${type}`,
  progress: 'Progress',
  unpaid: 'Unpaid',
  partlyPaid: 'Partly paid',
  created: 'Created on',
  deadline: 'Deadline',
  deadlinePassed: 'Deadline passed on',
  edit: 'Edit',
  continue: 'Continue',
  addServices: 'Additional services',
  receipt: 'Receipt',
  orderAgain: 'Order again',
  chooseDeadline: 'Choose a new deadline',
  download: 'Download',
  rate: 'Rate',
  changeRating: 'Change rating',
  tip: 'Tip your Nerd',
  details: 'Details',

  plusService: (name: string, amount: string) => `plus ${name} ${amount}`,
  lessPaid: (amount: string) => `less ${amount} that you paid`,
  lessBalance: (amount: string) => `less ${amount} from your balance`,

  promptTitle: 'Rate your last task',
  prompt: (title: string) => `How did your Nerd do on “${title}”?`,
  closePrompt: 'Don’t ask again',
} as const

/** A later deadline that staff ask for (OPS-12). */
export const deadlineOfferTexts = {
  question: (instant: string) =>
    `Can your work come ${instant} instead? Unless you agree, your deadline stays as it is, and so does what you get if we’re late.`,
  accept: 'Agree to the new time',
  decline: 'Keep my deadline',
  saving: 'Saving',
} as const

/** A sentence, with the time until the deadline unless that has passed. */
const withTime = (sentence: string, left: string | undefined) =>
  left === undefined ? sentence : `${sentence} Due in ${left}.`

/** The state of an order in one sentence (EASE-04). */
export const standTexts = {
  unpaid: 'Pay when you’re ready, and a Nerd will get started.',
  unpaidUntil: (left: string) => `Pay, and a Nerd will get started. Due in ${left}.`,
  deadlinePassed: 'The deadline has passed. Choose a new one.',
  partlyPaid: 'You’ve paid part of the price. Pay the rest so the work can continue.',
  seek: (left: string | undefined) => withTime('Finding your Nerd.', left),
  work: (left: string | undefined) => withTime('Your Nerd is working on it.', left),
  check: (left: string | undefined) => withTime('We’re checking the work.', left),
  finish: (left: string | undefined) => withTime('Your Nerd is adding the final touches.', left),
  ready: 'Your work is ready. Download it and look it over.',
  rated: 'Your work is done, and you’ve rated it.',
  done: 'This task is done.',
  revisionRequested: 'We have your revision request.',
  revision: (left: string | undefined) => withTime('Your Nerd is working on the revision.', left),
  refundRequested: 'We’re reviewing your refund request.',
  refunded: 'Your money is on its way back the way you paid.',
  refundDeclinedBecause: (reason: string) => `Why your refund was declined: ${reason}`,
} as const

/** The words around the cards (CAB-01, CAB-02). */
export const cabinetTexts = {
  heading: 'My tasks',
  filters: 'Filter',
  filter: { active: 'Active', completed: 'Completed', paid: 'Paid', unpaid: 'Unpaid' },
  allUnpaid: 'See all unpaid tasks',
  loading: 'Loading your tasks',

  promptFailed: 'We couldn’t save this. Please try again.',

  /** Announced when an order's status changes while its card is on the screen. */
  changed: (number: string, status: string) => `Task ${number}: ${status}.`,

  showMore: 'Show more',
  loadingMore: 'Loading',
  shown: (shown: number, total: number) => `${shown} of ${total} tasks shown`,

  emptyHead: 'No tasks yet',
  emptyTitle: 'A clean page.',
  emptyText: 'Tell us what’s due and when. You’ll see the price before you pay.',
  getStarted: 'Get Started',
  filterEmptyHead: 'Nothing here',
  filterEmpty: {
    active: 'No active tasks',
    completed: 'No completed tasks yet',
    paid: 'No paid tasks yet',
    unpaid: 'No unpaid tasks',
  },
  filterEmptyText: {
    active: 'You’ll find tasks here while they wait for payment or are in progress.',
    completed: 'Tasks show up here once you rate them.',
    paid: 'Tasks show up here once you pay for them.',
    unpaid: 'Tasks that still need payment show up here.',
  },
  search: 'Find a task',
  searchHint: 'Title, subject or number',
  notFound: {
    active: 'No active task matches',
    completed: 'No completed task matches',
    paid: 'No paid task matches',
    unpaid: 'No unpaid task matches',
  },
  notFoundText: (words: string) => `Nothing here has “${words}” in its title, subject or number.`,
  searchOther: { active: 'Look in active tasks', completed: 'Look in completed tasks' },
  seeOther: { active: 'See active tasks', completed: 'See completed tasks' },

  failedTitle: 'We couldn’t load your tasks',
  refreshFailedTitle: 'This list may be out of date',
  tryAgain: 'Try again',

  continueTitle: 'Continue your task',
  continueText: (name: string) => `${name}: we kept what you chose and typed.`,
  continueUnpriced: (number: string, name: string | null) =>
    `${number}${name === null ? '' : `, ${name}`}: choose the length and deadline to see the price.`,

  notChargedTitle: 'You have not been charged',
  notChargedText: 'Your task is just as you left it. Pay when you’re ready.',
  confirmingTitle: 'Confirming your payment',
  confirmingText: 'This can take a minute. Your task will show up here as paid once your bank confirms it.',
} as const

/** A word for each mark, from 1 to 5 (ux 49). */
export const markWords = ['bad', 'poor', 'fair', 'good', 'great'] as const
