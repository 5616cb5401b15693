import { describe, expect, test } from 'vitest'
import { priceNames } from '../catalog/job-types.ts'
import { hasVipPhone, hasVipSupport, isPartOfOrder, isPremium, planServices } from './plan-benefits.ts'

const all = ['top_writer', 'adv_plagreport', 'prioritize_my_task']

describe('the free services of a plan', () => {
  test.each([
    ['subscription_nerdify_basic', ['prioritize_my_task']],
    ['subscription_nerdify_basic_trial', ['prioritize_my_task']],
    ['subscription_nerdify_prime', ['prioritize_my_task']],
    ['subscription_nerdify_prime_plus', ['prioritize_my_task']],
    ['nerdify_top_50', ['prioritize_my_task']],
    ['subscription_nerdify_premium', [...all, 'client_recomended_writer']],
    ['subscription_nerdify_premium_trial', [...all, 'client_recomended_writer']],
    ['subscription_premium_addons', all],
    ['NOreferral', []],
    ['subscription_active', []],
  ])('[SUB-02][SRV-04] %s includes %j', (tag, services) => {
    expect(planServices([tag], 'Essay (writing)')).toEqual(services)
  })

  test('[SUB-02] includes the plagiarism report for writing and editing only', () => {
    const withReport = priceNames.filter((name) =>
      planServices(['subscription_nerdify_premium'], name).includes('adv_plagreport'),
    )
    expect(withReport).toEqual(['Essay (writing)', 'Essay (editing)'])
  })

  test('[SUB-02] joins the benefits of two plans', () => {
    const tags = ['subscription_active', 'subscription_nerdify_prime', 'subscription_premium_addons']
    expect(planServices(tags, 'Quiz')).toEqual(['top_writer', 'prioritize_my_task'])
  })
})

describe('premium', () => {
  test.each([
    ['subscription_nerdify_premium', true],
    ['subscription_nerdify_premium_trial', true],
    ['subscription_nerdify_basic', false],
    ['subscription_premium_addons', false],
    ['nerdify_top_50', false],
  ])('[PRICE-10][SUB-02] %s is premium: %s', (tag, premium) => {
    expect(isPremium([tag])).toBe(premium)
  })
})

test.each(['subscription_inactive', 'subscription_pastdue', 'subscription_refunded', 'subscription_canceled'])(
  '[SUB-05][SUB-10] a plan gives nothing while the only subscription is %s',
  (tag) => {
    const tags = ['subscription_nerdify_premium', tag]
    expect(isPremium(tags)).toBe(false)
    expect(planServices(tags, 'Essay (writing)')).toEqual([])
    expect(isPremium([...tags, 'subscription_active'])).toBe(true)
  },
)

test('[SRV-04] adds a service of the plan, lets the client remove it, and adds none at a cost', () => {
  const included = { inPlan: true }
  const atCost = { inPlan: false }
  expect(isPartOfOrder('top_writer', included)).toBe(true)
  expect(isPartOfOrder('top_writer', atCost)).toBe(false)
  expect(isPartOfOrder('top_writer', included, { added: false, inPlan: true })).toBe(false)
  expect(isPartOfOrder('top_writer', included, { added: false, inPlan: false })).toBe(true)
  expect(isPartOfOrder('top_writer', atCost, { added: true, inPlan: false })).toBe(true)
  // The plan has ended or the job type has changed: the service would now cost money.
  expect(isPartOfOrder('adv_plagreport', atCost, { added: true, inPlan: true })).toBe(false)
  // The client must choose the preferred Nerd.
  expect(isPartOfOrder('client_recomended_writer', included)).toBe(false)
  expect(isPartOfOrder('client_recomended_writer', included, { added: true, inPlan: false })).toBe(true)
})

test.each([
  ['subscription_nerdify_basic', true],
  ['subscription_nerdify_premium_trial', true],
  ['subscription_nerdify_prime_plus', true],
  ['nerdify_top_50', true],
  ['subscription_premium_addons', false],
  ['subscription_active', false],
])('[WAIT-07][SUB-02] gives the VIP phone with every plan but the add-ons: %s %s', (tag, has) => {
  expect(hasVipPhone([tag])).toBe(has)
  expect(hasVipPhone([tag, 'subscription_pastdue'])).toBe(false)
})

test('[DISC-10][SUB-02] gives VIP support with the Elite plan and its trial', () => {
  expect(hasVipSupport(['subscription_nerdify_premium_trial'])).toBe(true)
  expect(hasVipSupport(['subscription_nerdify_prime'])).toBe(false)
})
