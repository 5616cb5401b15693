/** The words of an order's card and of the prompt to rate one (CAB-03, CAB-04, CAB-06). */
export const cardTexts = {
  orderNumber: (number: string, type: string) => `No. ${number}, ${type}`,
  progress: 'Progress',
  unpaid: 'Unpaid',
  partlyPaid: 'Paid in part',
  deadline: 'Deadline',
  deadlinePassed: 'Deadline passed on',
  edit: 'Edit',
  continue: 'Continue',
  addServices: 'Additional services',
  receipt: 'Receipt',
  chooseDeadline: 'Choose a new deadline',
  download: 'Download',
  rate: 'Rate',
  changeRating: 'Change rating',
  tip: 'Tip your Nerd',
  requestRevision: 'Request a revision',
  details: 'Details',

  promptTitle: 'Rate your last order',
  prompt: (title: string) => `How did your Nerd do on “${title}”?`,
  closePrompt: 'Do not ask again',
} as const

/** The words around them (CAB-01, CAB-02). */
export const cabinetTexts = {
  heading: 'My tasks',
  filters: 'Filter',
  filter: { active: 'Active', completed: 'Completed', paid: 'Paid', unpaid: 'Unpaid' },
  allUnpaid: 'See all unpaid tasks',
  loading: 'Loading your tasks',

  promptFailed: 'This could not be saved. Please try again.',

  /** Said when an order moves on while its card is on the screen. */
  changed: (number: string, status: string) => `Order ${number}: ${status}.`,

  showMore: 'Show more',
  loadingMore: 'Loading',
  shown: (shown: number, total: number) => `${shown} of ${total} tasks shown`,

  emptyHead: 'No tasks yet',
  emptyTitle: 'A clean page.',
  emptyText: 'Tell us what is due and when. You see the price before you pay.',
  getStarted: 'Get Started',
  filterEmptyHead: 'Nothing here',
  filterEmpty: {
    active: 'No active orders',
    completed: 'No completed orders yet',
    paid: 'No paid orders yet',
    unpaid: 'No unpaid orders',
  },
  filterEmptyText: {
    active: 'Orders that are waiting for payment or being worked on stand here.',
    completed: 'Orders that you have rated stand here.',
    paid: 'Orders stand here once they are paid.',
    unpaid: 'Orders that still wait for payment stand here.',
  },
  seeOther: { active: 'See active orders', completed: 'See completed orders' },

  failedTitle: 'We could not load your tasks',
  refreshFailedTitle: 'This list may be out of date',
  tryAgain: 'Try again',

  continueTitle: 'Continue your order',
  continueText: (name: string) => `${name}: what you chose and typed is kept.`,
  continueUnpriced: (number: string, name: string | null) =>
    `${number}${name === null ? '' : `, ${name}`}: choose the length and the deadline, and you see the price.`,

  notChargedTitle: 'You have not been charged',
  notChargedText: 'Your order is kept as it was. Pay when you are ready.',
  confirmingTitle: 'Confirming your payment',
  confirmingText: 'This can take a minute. Your order shows here as paid once the bank has answered.',
} as const

/** A word for each mark, from 1 to 5 (ux 49). */
export const markWords = ['bad', 'poor', 'fair', 'good', 'great'] as const
