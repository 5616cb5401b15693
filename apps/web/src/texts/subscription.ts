import type { PlanTag } from '@nerdify/domain/plans/plans.ts'

/** The plans and one's own subscription. */
export const subscriptionTexts = {
  pick: 'Pick a plan',
  mine: 'My subscription',
  loading: 'Loading your plan',
  failedTitle: 'We couldn’t load your plan',
  confirming: 'Asking what became of your visit to the card page',

  trialRefusedTitle: 'Your free trial could not start',

  trialLead: (plans: readonly string[], days: number) => `Your first ${days} days of ${plans.join(' or ')} are free.`,
  plansLead: 'One plan, charged once a month. Leave whenever you like.',
  plans: 'Plans',
  aMonth: 'a month',
  perks: {
    nerdify_basic: ['Free Prioritize my Task', 'VIP phone', 'Success team'],
    nerdify_premium: [
      'Free TOP Nerd',
      '2-hour urgent time frame',
      'Free Plagiarism Report for essays',
      'Preferred Nerds',
      'Free Prioritize my Task',
      'VIP phone and your own team',
    ],
    nerdify_prime: ['$40 monthly credit', 'Free Prioritize my Task', 'VIP phone', 'Success team'],
    nerdify_prime_plus: ['$60 monthly credit', 'Free Prioritize my Task', 'VIP phone', 'Success team'],
    premium_addons: ['Free TOP Nerd', 'Free Prioritize my Task', 'Free Plagiarism Report for essays'],
  } satisfies Record<PlanTag, readonly string[]>,

  startTrial: (days: number) => `Start ${days}-day free trial`,
  subscribe: (price: string) => `Subscribe, ${price} a month`,
  opening: 'Opening',
  trialTerms: (plan: string, price: string, day: string) =>
    `${plan}: nothing is charged today. From ${day} on it is ${price} a month, unless you cancel before. We remind you three days ahead.`,
  planTerms: (plan: string, price: string, day: string) =>
    `${plan}: ${price} today, and again each month from ${day} on, until you cancel.`,
  leaving: 'Cancel on this page in two steps: you keep the plan to the end of the month, and nothing more is charged.',
  outside: 'You enter your card on our card provider’s page.',

  pastDueTitle: 'Payment failed',
  contactSupport: 'Contact support',
  changeCard: 'Change payment method',
  status: 'Status',
  price: 'Price',
  perMonth: (price: string) => `${price} a month`,
  card: 'Card',
  cardEnding: (last4: string) => `Ending in ${last4}`,
  nextCharge: 'Next charge',
  within7Days: 'Within 7 days',
  chargedOn: (price: string, day: string) => `${price} on ${day}`,
  trialUntil: (day: string) => `Free until ${day}`,
  endsOn: (day: string) => `It ends on ${day}. Nothing more is charged.`,
  byOperations: 'You have this plan from us. Contact us if you have any questions.',

  cancel: 'Cancel the plan',
  cancelNamed: (plan: string) => `Cancel ${plan}`,
  cancelTitle: (plan: string) => `Cancel ${plan}?`,
  cancelText: (day: string) =>
    `You keep it until ${day}, and nothing more is charged. We confirm it by mail. You can take it back until then.`,
  cancelYes: 'Yes, cancel',
  cancelNo: 'Keep the plan',
  canceling: 'Canceling',
  resume: 'Keep the plan after all',
  saving: 'Saving',
  refund: 'Cancel now and get this month back',
  refundTitle: 'Cancel now and get this month back?',
  refundText: (price: string) =>
    `The plan ends at once and ${price} goes back to your card within 24 hours, as you have used nothing of it. Credit of this month goes too.`,
  refundYes: 'Yes, end it and refund me',

  otherPlan: 'Change the plan',
  otherPlanTitle: 'Another plan',
  preview: 'See what it costs',
  previewing: 'Reckoning',
  dueNow: (amount: string, price: string, day: string) =>
    `${amount} now for the rest of this month, then ${price} a month from ${day} on.`,
  credited: (amount: string, price: string) => `Nothing now. ${amount} is set against your next months of ${price}.`,
  nothingNow: (price: string, day: string) => `Nothing now, then ${price} a month from ${day} on.`,
  creditLater: (amount: string, day: string) => `The first ${amount} of credit comes with the payment of ${day}.`,
  changeTo: (plan: string) => `Change to ${plan}`,
  changing: 'Changing',
  changed: (plan: string) => `Your plan is ${plan} now.`,

  nickname: 'Nickname',
  nicknameHint: 'What your success team calls you.',
  submit: 'Submit',
  nicknameSaved: 'Nickname saved',

  questions: 'Questions',
  answers: [
    {
      id: 'charged',
      question: 'When am I charged?',
      answer:
        'Without a trial, today and then once a month. A trial is free for 30 days; after that the card that you entered is charged once a month.',
    },
    {
      id: 'leave',
      question: 'How do I leave?',
      answer:
        'On this page, in two steps. The plan goes on to the end of the month that is paid, and nothing more is charged. We confirm it by mail.',
    },
    {
      id: 'fails',
      question: 'What if a payment fails?',
      answer:
        'We try your card again within 7 days after the last unsuccessful payment, and for two weeks in all. You can change the card before that; then it is charged at once.',
    },
    {
      id: 'refund',
      question: 'Can I get a refund?',
      answer: 'Yes, within 30 days if you have not used the perks. We process it in 24 hours.',
    },
  ],
} as const
