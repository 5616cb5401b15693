import { trialRefusedText } from '@nerdify/domain/plans/subscription-status.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { trialDays } from '@nerdify/domain/plans/plans.ts'
import { clientMail } from './how-to-answer.ts'
import { template, type Variables } from './template.ts'

/** The texts of a mail about a plan. */
interface PlanMail<Needed extends string> {
  needs: readonly Needed[]
  subject(words: Variables<Needed, never>): string
  paragraphs(words: Variables<Needed, never>): readonly string[]
  action?: string
}

/** How to cancel, in every mail about a charge (SUB-11). */
const howToLeave = 'You can cancel anytime on your subscription page, in two steps.'

/** Mails that a subscriber must get: charges and their dates, and how to cancel. They are no advertising (LAW-07). */
function planMail<const Needed extends string>({
  needs,
  subject,
  paragraphs,
  action = 'See your plan',
}: PlanMail<Needed>) {
  return template({
    kind: 'asked',
    needs,
    render: (words, site) =>
      clientMail(site, {
        subject: subject(words),
        paragraphs: paragraphs(words).filter((paragraph) => paragraph !== ''),
        action: { label: action, url: site.publicUrl + webPaths.subscription() },
      }),
  })
}

/** The mails about plans by their names. */
export const planMessages = {
  'plan-trial-started': planMail({
    needs: ['plan', 'price', 'until'],
    subject: ({ plan }) => `Your free trial of ${plan} has started`,
    paragraphs: ({ plan, price, until }) => [
      `You have ${plan} free for ${trialDays} days, until ${until}. You weren’t charged.`,
      `From then on it costs ${price} a month. We’ll remind you three days before. ${howToLeave}`,
    ],
  }),
  'plan-trial-ending': planMail({
    needs: ['plan', 'price', 'until'],
    subject: ({ plan, until }) => `Your free trial of ${plan} ends on ${until}`,
    paragraphs: ({ plan, price, until }) => [
      `Your trial ends on ${until}. Then we’ll charge your card ${price}, and again each month.`,
      `If you don’t want to keep ${plan}, cancel before then and you won’t be charged. ${howToLeave}`,
    ],
    action: 'Keep or cancel',
  }),
  'plan-trial-refused': planMail({
    needs: ['plan'],
    subject: ({ plan }) => `Your free trial of ${plan} couldn’t start`,
    paragraphs: ({ plan }) => [trialRefusedText, `You can have ${plan} without a trial whenever you like.`],
    action: 'See the plans',
  }),
  /** `until` is empty if the plan is not charged again. */
  'plan-paid': planMail({
    needs: ['plan', 'price', 'amount', 'card', 'until', 'credit'],
    subject: ({ plan, amount }) => `Your receipt for ${plan}: ${amount}`,
    paragraphs: ({ plan, price, amount, card, until, credit }) => [
      `Thank you. You paid ${amount} for ${plan}${card === '' ? '' : ` with the card that ends in ${card}`}.`,
      credit === '' ? '' : `We added ${credit} of credit to your balance.`,
      until === '' ? '' : `We’ll charge the next ${price} on ${until}. ${howToLeave}`,
    ],
  }),
  'plan-payment-failed': planMail({
    needs: ['plan', 'price'],
    subject: ({ plan }) => `We couldn’t charge your card for ${plan}`,
    paragraphs: ({ plan, price }) => [
      `Your bank declined the ${price} for ${plan}. We’ll try again within 7 days, and for two weeks in all. Your perks are on hold until it’s paid.`,
      'Use another card to pay right away. Or cancel, and we’ll stop trying.',
    ],
    action: 'Use another card',
  }),
  'plan-card-declined': planMail({
    needs: ['plan'],
    subject: ({ plan }) => `Your new card was declined for ${plan}`,
    paragraphs: () => ['The card is saved, but its bank declined the open payment. Please try another one.'],
    action: 'Use another card',
  }),
  'plan-canceled': planMail({
    needs: ['plan', 'until'],
    subject: ({ plan }) => `You canceled ${plan}`,
    paragraphs: ({ plan, until }) => [
      `You keep ${plan} until ${until}. You won’t be charged again.`,
      'Changed your mind? Until then, you can keep it with one tap.',
    ],
  }),
  'plan-resumed': planMail({
    needs: ['plan', 'price', 'until'],
    subject: ({ plan }) => `You keep ${plan}`,
    paragraphs: ({ plan, price, until }) => [
      `You’re keeping ${plan}. We’ll charge the next ${price} on ${until}. ${howToLeave}`,
    ],
  }),
  'plan-changed': planMail({
    needs: ['plan', 'price', 'until'],
    subject: ({ plan }) => `Your plan is ${plan} now`,
    paragraphs: ({ plan, price, until }) => [
      `You have ${plan} from now on. We’ll charge the next ${price} on ${until}. ${howToLeave}`,
    ],
  }),
  'plan-ended': planMail({
    needs: ['plan'],
    subject: ({ plan }) => `Your ${plan} plan has ended`,
    paragraphs: ({ plan }) => [`Your ${plan} plan has ended, and you won’t be charged again. Come back anytime.`],
    action: 'See the plans',
  }),
  'plan-ended-unpaid': planMail({
    needs: ['plan', 'price'],
    subject: ({ plan }) => `Your ${plan} plan has ended`,
    paragraphs: ({ plan, price }) => [
      `Your ${plan} plan has ended. We won’t try to charge your card for the last ${price} again. Come back anytime.`,
    ],
    action: 'See the plans',
  }),
  'plan-refunded': planMail({
    needs: ['plan', 'amount'],
    subject: ({ plan, amount }) => `Your ${amount} for ${plan} is on its way back`,
    paragraphs: ({ plan, amount }) => [
      `Your ${plan} plan has ended, and ${amount} goes back to your card. It takes a few days to arrive.`,
    ],
    action: 'See the plans',
  }),
  /** A refund at the provider, or of a second plan that was paid at the same time. */
  'plan-month-refunded': planMail({
    needs: ['plan', 'amount'],
    subject: ({ plan, amount }) => `Your ${amount} for ${plan} is on its way back`,
    paragraphs: ({ plan, amount }) => [
      `${amount} for ${plan} goes back to your card. It takes a few days to arrive. Your plan stays as it is.`,
    ],
  }),
} as const

/** The name of a mail about a plan. */
export type PlanMessageName = keyof typeof planMessages
