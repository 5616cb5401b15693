import type { PlanTag } from '@nerdify/domain/plans/plans.ts'

/** Texts of the plans and of the client's subscription. */
export const subscriptionTexts = {
  pick: 'Pick a plan',
  mine: 'My subscription',
  loading: 'Loading your plan',
  failedTitle: 'We couldn’t load your plan',
  confirming: 'Checking your payment',

  trialRefusedTitle: 'Your free trial couldn’t start',

  trialLead: (plans: readonly string[], days: number) => `Your first ${days} days of ${plans.join(' or ')} are free.`,
  plansLead: 'One plan, charged once a month. Cancel anytime.',
  plans: 'Plans',
  aMonth: 'a month',
  perks: {
    nerdify_basic: ['Free Prioritize my Task', 'Success team'],
    nerdify_premium: [
      'Free TOP Nerd',
      '2-hour urgent time frame',
      'Free Plagiarism Report for essays',
      'Preferred Nerds',
      'Free Prioritize my Task',
      'Your own team',
    ],
    nerdify_prime: ['$40 monthly credit', 'Free Prioritize my Task', 'Success team'],
    nerdify_prime_plus: ['$60 monthly credit', 'Free Prioritize my Task', 'Success team'],
    premium_addons: ['Free TOP Nerd', 'Free Prioritize my Task', 'Free Plagiarism Report for essays'],
  } satisfies Record<PlanTag, readonly string[]>,

  startTrial: (days: number) => `Start ${days}-day free trial`,
  subscribe: (price: string) => `Subscribe, ${price} a month`,
  opening: 'Opening',
  trialTerms: (plan: string, price: string, day: string) =>
    `${plan}: no charge today. From ${day} it’s ${price} a month unless you cancel first. We’ll remind you three days ahead.`,
  planTerms: (plan: string, price: string, day: string) =>
    `${plan}: ${price} today, then every month from ${day} until you cancel.`,
  leaving: 'Cancel on this page in two steps. You keep the plan until the month ends, and you won’t be charged again.',
  outside: 'You enter your card on our card provider’s page.',

  pastDueTitle: 'Payment failed',
  contactSupport: 'Contact support',
  changeCard: 'Change payment method',
  onPlan: (plan: string, day: string) => `You’re on ${plan}. Next charge ${day}.`,
  onTrial: (plan: string, day: string) => `You’re on ${plan}, free until ${day}.`,
  planEnds: (plan: string, day: string) => `Your ${plan} plan ends ${day}.`,
  endsBadge: (day: string) => `Ends ${day}`,
  receipts: 'Receipts',
  receiptsMailed: (email: string) => `E-mailed to ${email}`,
  price: 'Price',
  perMonth: (price: string) => `${price} a month`,
  card: 'Card',
  cardEnding: (last4: string) => `Ending in ${last4}`,
  nextCharge: 'Next charge',
  within7Days: 'Within 7 days',
  chargedOn: (price: string, day: string) => `${price} on ${day}`,
  trialUntil: (day: string) => `Free until ${day}`,
  ends: 'Ends',
  endsOn: (day: string) => `${day}. We won’t charge you again.`,
  byOperations: 'This plan is on us. Contact us if you have any questions.',

  cancel: 'Cancel the plan',
  cancelNamed: (plan: string) => `Cancel ${plan}`,
  cancelTitle: (plan: string) => `Cancel ${plan}?`,
  cancelText: (day: string) =>
    `You keep it until ${day}, and we won’t charge you again. We’ll confirm by e-mail. You can change your mind until then.`,
  cancelUnpaidText: 'It ends right away, and we’ll stop trying to charge your card. We’ll confirm by e-mail.',
  cancelYes: 'Yes, cancel',
  cancelNo: 'Keep the plan',
  canceling: 'Canceling',
  resume: 'Keep the plan after all',
  saving: 'Saving',
  refund: 'Cancel now and get this month back',
  refundTitle: 'Cancel now and get this month back?',
  refundText: (price: string) =>
    `The plan ends right away and ${price} goes back to your card within 24 hours, since you haven’t used it. You lose this month’s credit too.`,
  refundYes: 'Yes, end it and refund me',

  otherPlan: 'Change the plan',
  otherPlanTitle: 'Another plan',
  preview: 'See what it costs',
  previewing: 'Calculating',
  dueNow: (amount: string, price: string, day: string) =>
    `${amount} now for the rest of this month, then ${price} a month from ${day}.`,
  credited: (amount: string, price: string) => `Nothing now. ${amount} goes toward your next months at ${price}.`,
  nothingNow: (price: string, day: string) => `Nothing now, then ${price} a month from ${day}.`,
  creditLater: (amount: string, day: string) => `Your first ${amount} in credit comes with your payment on ${day}.`,
  changeTo: (plan: string) => `Change to ${plan}`,
  changing: 'Changing',

  questions: 'Questions',
  answers: [
    {
      id: 'charged',
      question: 'When am I charged?',
      answer:
        'Without a trial: today, then once a month. A trial is free for 30 days; after that we charge your card once a month.',
    },
    {
      id: 'leave',
      question: 'How do I cancel?',
      answer:
        'On this page, in two steps. You keep the plan to the end of the month you paid for, and you won’t be charged again. We’ll confirm by e-mail.',
    },
    {
      id: 'fails',
      question: 'What if a payment fails?',
      answer:
        'We try your card again within 7 days after the last unsuccessful payment, and for two weeks in all. You can change the card before then; we’ll charge the new one right away.',
    },
    {
      id: 'refund',
      question: 'Can I get a refund?',
      answer: 'Yes, within 30 days if you haven’t used the perks. We process it in 24 hours.',
    },
  ],
} as const
