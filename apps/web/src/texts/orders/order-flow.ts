import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import type { StepId } from '@nerdify/domain/orders/order-steps.ts'
import { totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import type { RateUnit } from '@nerdify/domain/pricing/price.ts'
import { orderNumberText } from '@nerdify/domain/orders/order-texts.ts'

/** The name of each step, in its page's title (ux 15). */
export const stepNames: Record<StepId, string> = {
  'job-type': 'Job type',
  form: 'Size and deadline',
  details: 'Order details',
  'extra-services': 'Extra services',
}

/** The words that all steps of placing an order share. */
export const orderFlowTexts = {
  title: (step: number, steps: number, name: string) => `Step ${step} of ${steps} – ${name}`,
  withFault: (title: string) => `Error: ${title}`,
  back: 'Back',
  change: 'Change',
  tryAgain: 'Try again',
  toMyTasks: 'Go to my tasks',
  saving: 'Saving',
  order: 'Order',
  orderNumber: orderNumberText,

  loading: 'Loading your order',
  notFoundTitle: 'We can’t find this order',
  notFoundText: 'It may have been removed, or it belongs to another account. Your orders are in My tasks.',
  notLoadedTitle: 'We couldn’t load this order',
  notLoadedText: 'Try again, or go to your orders in My tasks.',

  keptDraft: 'We kept your draft',
  keptDraftText: 'What you chose and typed is here as you left it.',
  discard: 'Discard',

  notSaved: 'Your last change isn’t saved yet',
  changedElsewhere: 'This order was changed in another window',
  changedElsewhereText: 'Reload to see the newest version. Your last change here was not saved.',
  reload: 'Reload',
} as const

/** The price card and the bar (PRICE-11). */
export const priceTexts = {
  yourOrder: 'Your order',
  task: 'Task',
  subject: 'Subject',
  size: 'Size',
  deadline: 'Deadline',
  free: 'Free',
  total: totalText,
  toPay: 'To pay',
  payLater: 'You pay at the end. All prices are in US dollars.',
  priceOnNextStep: 'You’ll see the price on the next step.',
  noPriceYet: 'You’ll see the price once you choose a length and deadline we offer.',
  pricesNotLoaded: 'We couldn’t load the prices.',
} as const

/** The unit of the rate behind a price. */
export const rateTexts: Record<RateUnit, string> = {
  page: 'Price per page',
  '300 words': 'Price per 300 words',
  slide: 'Price per slide',
  '15 minutes': 'Price per 15 minutes',
}

/** Examples of each job type, as a note in the list (FLOW-01). */
export const jobTypeNotes: Record<JobTypeId, string> = {
  writing: 'Essays, research papers, reports',
  editing: 'Proofreading and feedback on your draft',
  presentation: 'Slides for a class or a talk',
  problems: 'Problem sets, homework questions',
  quiz: 'Online quizzes, practice tests',
  task: 'Outlines, lab work, anything else',
}

/** The first step. */
export const jobTypeTexts = {
  question: 'What do you need help with?',
  next: 'Next',
  missing: 'Please choose what you need help with',
  restricted: 'Some services aren’t offered where you are',
} as const
