import type { PlanTag } from '@nerdify/domain/plans/plans.ts'

/** A sandbox client, described in one line for people who try the product (SBX-04). */
export interface SeededPerson {
  phone: string
  email: string
  who: string
  tags: readonly string[]
  /** Their plan at the card provider, if any, and whether its card works. */
  plan?: { tag: PlanTag; card: 'good' | 'fails' }
  experiments: { subscription_nerdy?: string; app2_scale?: string }
  /** The number of their unpaid orders at the start. */
  unpaidOrders: number
  /** Whether they have an order in every state, and a positive balance. */
  sampleOrders: boolean
  /** Whether they confirmed being 18 or older, like all who have ordered before (LAW-02). */
  adultConfirmed: boolean
}

const person = (lastDigits: string, name: string, who: string, more: Partial<SeededPerson> = {}): SeededPerson => ({
  phone: `+1415555${lastDigits}`,
  email: `${name}@example.com`,
  who,
  tags: [],
  experiments: {},
  unpaidOrders: 0,
  sampleOrders: false,
  adultConfirmed: true,
  ...more,
})

/** SBX-04: the clients of the sandbox. */
export const seededPeople: readonly SeededPerson[] = [
  person('0101', 'dana', 'has orders in every state, and a balance', { unpaidOrders: 3, sampleOrders: true }),
  person('0102', 'elle', 'has the Elite plan', {
    tags: ['subscription_active', 'subscription_nerdify_premium'],
    plan: { tag: 'nerdify_premium', card: 'good' },
  }),
  person('0103', 'new', 'has nothing yet', { adultConfirmed: false }),
  person('0104', 'past', 'has a plan whose payment is past due', {
    tags: ['subscription_pastdue', 'subscription_nerdify_basic'],
    plan: { tag: 'nerdify_basic', card: 'fails' },
  }),
  person('0105', 'top', 'is one of the top 50', { tags: ['nerdify_top_50'] }),
  person('0106', 'noref', 'is not offered referrals', { tags: ['NOreferral'] }),
  person('0107', 'addons', 'is in the add-ons experiment', {
    tags: ['subscription_inactive'],
    experiments: { subscription_nerdy: 'addons' },
  }),
  person('0108', 'many', 'has 1,000 orders', { unpaidOrders: 1000 }),
]
