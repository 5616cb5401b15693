import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planServices } from './plan-benefits.ts'
import { isPlanRefundable } from './plan-refund.ts'
import { planTags, plans, purchaseOf, tagOf, trialDays } from './plans.ts'
import {
  endsUnpaid,
  isInForce,
  isOver,
  isOwed,
  showsPastDueNotice,
  statusLabel,
  type SubscriptionFacts,
  subscriptionStatuses,
  tagsAfterSubscriptions,
} from './subscription-status.ts'
import { isTrialOffered } from './trial-offer.ts'

test('[SUB-01] lists each plan with its monthly price and credit', () => {
  expect(planTags.map((tag) => [plans[tag].name, plans[tag].monthlyCents, plans[tag].creditCents])).toEqual([
    ['Premium', 700, 0],
    ['Elite', 2700, 0],
    ['Prime', 2900, 4000],
    ['Prime Plus', 3900, 6000],
    ['Elite add-ons', 700, 0],
  ])
})

test('[SUB-01] offers a free trial of 30 days', () => expect(trialDays).toBe(30))

describe('the tag of a purchase', () => {
  test.each(['nerdify_basic', 'nerdify_premium', 'nerdify_basic_trial', 'nerdify_premium_trial', 'premium_addons'])(
    '[SUB-07] %s is for sale',
    (tag) => {
      const purchase = purchaseOf(tag)
      expect(purchase && tagOf(purchase.plan, purchase)).toBe(tag)
    },
  )
  test.each(['nerdify_top_50', 'nerdify_prime_trial', 'premium_addons_trial', '', 'toString', '_trial'])(
    '[SUB-01][SUB-07] %j is not for sale',
    (tag) => expect(purchaseOf(tag)).toBeUndefined(),
  )
})

const facts = (more: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  plan: 'nerdify_premium',
  status: 'active',
  refunded: false,
  startedAt: 1,
  ...more,
})

describe('the tags of a client', () => {
  test.each([
    [facts({}), ['subscription_active', 'subscription_nerdify_premium']],
    [facts({ status: 'trialing' }), ['subscription_active', 'subscription_nerdify_premium_trial']],
    [facts({ status: 'past_due' }), ['subscription_pastdue', 'subscription_nerdify_premium']],
    [facts({ status: 'unpaid', plan: 'nerdify_prime' }), ['subscription_pastdue', 'subscription_nerdify_prime']],
    [facts({ status: 'canceled' }), ['subscription_inactive', 'subscription_canceled']],
    [
      facts({ status: 'canceled', refunded: true }),
      ['subscription_inactive', 'subscription_canceled', 'subscription_refunded'],
    ],
  ])('[SUB-10] derives from %j the tags %j', (subscription, tags) => {
    expect(tagsAfterSubscriptions(['NOreferral', 'subscription_active'], [subscription])).toEqual([
      'NOreferral',
      ...tags,
    ])
  })

  test('[SUB-10] keeps all tags of a client who never subscribed', () => {
    const tags = ['subscription_active', 'subscription_nerdify_premium']
    expect(tagsAfterSubscriptions(tags, [])).toEqual(tags)
  })

  test('[SUB-10] keeps a paid plan in force when the add-ons are unpaid and give nothing', () => {
    const tags = tagsAfterSubscriptions(
      [],
      [facts({ plan: 'nerdify_prime' }), facts({ plan: 'premium_addons', status: 'past_due' })],
    )
    expect(tags).toEqual(['subscription_active', 'subscription_pastdue', 'subscription_nerdify_prime'])
    expect(planServices(tags, 'Essay (writing)')).toEqual(['prioritize_my_task'])
  })

  test('[SUB-10] derives the tags from the current subscriptions, whatever the order of events', () => {
    const anyFacts = fc.record({
      plan: fc.constantFrom(...planTags),
      status: fc.constantFrom(...subscriptionStatuses),
      refunded: fc.boolean(),
      startedAt: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(fc.array(anyFacts, { minLength: 1, maxLength: 3 }), { minLength: 1 }), (history) => {
        const now = history.at(-1) as SubscriptionFacts[]
        const tags = history.reduce<string[]>(tagsAfterSubscriptions, ['NOapp'])
        expect(tags).toEqual(tagsAfterSubscriptions(['NOapp'], now))
        expect(tags.includes('subscription_active')).toBe(now.some(({ status }) => isInForce(status)))
        expect(tags.includes('subscription_inactive')).toBe(now.every(({ status }) => isOver(status)))
        expect(new Set(tags).size).toBe(tags.length)
      }),
    )
  })
})

test.each([
  ['active', 'Active'],
  ['trialing', 'Active'],
  ['past_due', 'Payment failed'],
  ['incomplete', 'Payment failed'],
  ['unpaid', 'Payment failed'],
  ['paused', 'Payment failed'],
  ['canceled', undefined],
  ['incomplete_expired', undefined],
] as const)('[SUB-05] %s shows %s', (status, label) => {
  expect(statusLabel(status)).toBe(label)
})

test('[SUB-11] a canceled plan ends now if its payment failed, else with its month', () => {
  const failed = subscriptionStatuses.filter((status) => endsUnpaid(status, true))
  expect(failed).toEqual(['past_due', 'incomplete', 'unpaid', 'paused'])
  expect(subscriptionStatuses.some((status) => endsUnpaid(status, false))).toBe(false)
  expect(failed.filter(isOwed)).toEqual(['past_due', 'unpaid'])
})

test('[SUB-05] shows the past-due notice for the status and for the tag', () => {
  expect(showsPastDueNotice('past_due', [])).toBe(true)
  expect(showsPastDueNotice(undefined, ['subscription_pastdue'])).toBe(true)
  expect(showsPastDueNotice('unpaid', [])).toBe(false)
  expect(showsPastDueNotice(undefined, [])).toBe(false)
})

test.each([
  [{ paidOrders: 1, tags: [], hadTrial: false }, false],
  [{ paidOrders: 2, tags: [], hadTrial: false }, true],
  [{ paidOrders: 5, tags: ['subscription_inactive'], hadTrial: false }, false],
  [{ paidOrders: 0, tags: ['canceled_addons_subscription'], hadTrial: false }, true],
  [{ paidOrders: 9, tags: ['canceled_addons_subscription'], hadTrial: true }, false],
])('[SUB-06] (abuse 22) offers a trial for %j: %s', (client, offered) => {
  expect(isTrialOffered(client)).toBe(offered)
})

const day = 86_400_000
test.each([
  [{ paidAt: 0, now: 30 * day, paidCents: 700, perksUsed: false }, true],
  [{ paidAt: 0, now: 30 * day + 1, paidCents: 700, perksUsed: false }, false],
  [{ paidAt: 0, now: day, paidCents: 700, perksUsed: true }, false],
  [{ paidAt: 0, now: day, paidCents: 0, perksUsed: false }, false],
])('[PUB-03][SUB-11] refunds a month for %j: %s', (month, refundable) => {
  expect(isPlanRefundable(month)).toBe(refundable)
})
