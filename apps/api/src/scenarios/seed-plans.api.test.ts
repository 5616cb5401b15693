import { expect, test } from 'vitest'
import { stripeSamplePlans } from '../adapters/sample-plans-stripe.ts'
import { payOnCardPage } from '../testing/cards/card-page.ts'
import { cardProvider } from '../testing/cards/card-provider.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  askToChangeCard,
  checkedSubscriptionsOf,
  meOf,
  personWithEmail,
  subscriptionsOf,
} from '../testing/subscribing.ts'
import { eventually, type TestPerson } from '../testing/test-client.ts'
import type { SamplePlans } from '../ports.ts'
import { readSettings } from '../settings.ts'
import { seedPlans } from './seed-plans.ts'
import { seededPeople } from './people.ts'

/** A person who needs the plan of a seeded one, and the function that adds it, as a start does. */
async function personForPlanOf(email: string) {
  const { product, settings } = await testProduct()
  const seeded = seededPeople.find((each) => each.email === email)
  const person = await personWithEmail(seeded?.tags)
  const samples = stripeSamplePlans(settings.stripe)
  if (samples === undefined || seeded?.plan === undefined) throw new Error('there is no plan to give')
  const people = [{ phone: person.phone, plan: seeded.plan }]
  return { person, start: (dies: Partial<SamplePlans> = {}) => seedPlans(product, { ...samples, ...dies }, people) }
}

async function withPlanOf(email: string): Promise<TestPerson> {
  const { person, start } = await personForPlanOf(email)
  await start()
  // A later start finds it.
  await start()
  return person
}
const theirs = async (person: TestPerson) => (await subscriptionsOf(person)).results

test('[SBX-04] the eight people of the sandbox have their phones, addresses and purposes', () => {
  const shown = seededPeople.map(({ phone, email, tags, unpaidOrders }) => [phone, email, tags.at(-1), unpaidOrders])
  expect(shown).toEqual([
    ['+14155550101', 'dana@example.com', undefined, 3],
    ['+14155550102', 'elle@example.com', 'subscription_nerdify_premium', 0],
    ['+14155550103', 'new@example.com', undefined, 0],
    ['+14155550104', 'past@example.com', 'subscription_nerdify_basic', 0],
    ['+14155550105', 'top@example.com', 'nerdify_top_50', 0],
    ['+14155550106', 'noref@example.com', 'NOreferral', 0],
    ['+14155550107', 'addons@example.com', 'subscription_inactive', 0],
    ['+14155550108', 'many@example.com', undefined, 1000],
  ])
  const addons = seededPeople.find(({ email }) => email === 'addons@example.com')
  expect(addons?.experiments).toEqual({ subscription_nerdy: 'addons' })
  expect(seededPeople.filter(({ sampleOrders }) => sampleOrders).map(({ email }) => email)).toEqual([
    'dana@example.com',
  ])
})

test('[SBX-04][SUB-11] elle has a plan that can be canceled and resumed', async () => {
  const person = await withPlanOf('elle@example.com')
  const [plan, ...more] = await theirs(person)
  expect(plan).toMatchObject({ status: 'active', tag: 'nerdify_premium', price: 27, card_last4: '4242' })
  expect(more).toEqual([])
  expect((await meOf(person)).tags.toSorted()).toEqual(['subscription_active', 'subscription_nerdify_premium'])
  const call = (what: string) => person.send('POST', `/api/v3/subscriptions/${plan?.id}/${what}`)
  expect((await call('cancel')).status).toBe(200)
  expect(await theirs(person)).toMatchObject([{ cancel_at_period_end: true }])
})

test('[SBX-04][SUB-05][SUB-08] past has a plan with a failed payment, and another card fixes it', async () => {
  const person = await withPlanOf('past@example.com')
  const plan = await eventually(async () => (await theirs(person)).find(({ status }) => status === 'past_due'))
  expect((await meOf(person)).tags.toSorted()).toEqual(['subscription_nerdify_basic', 'subscription_pastdue'])
  const page = await askToChangeCard(person, { subscription_id: plan.id, customer_id: plan.customer })
  await payOnCardPage(page.body.url, '5555555555554444')
  await eventually(async () => (await checkedSubscriptionsOf(person)).results[0]?.status === 'active')
  expect((await (await cardProvider()).subscriptions.list({ customer: plan.customer })).data).toHaveLength(1)
})

test('[SBX-04][SUB-05] resumes a start that died between past’s two months, and keeps a fixed plan', async () => {
  const { person, start } = await personForPlanOf('past@example.com')
  const died = new Error('the machine went down')
  await expect(start({ failSecondMonth: () => Promise.reject(died) })).rejects.toBe(died)
  // The provider's own event reports the first month.
  await eventually(async () => (await theirs(person))[0]?.status === 'active')
  await start()
  const plan = await eventually(async () => (await theirs(person)).find(({ status }) => status === 'past_due'))
  const page = await askToChangeCard(person, { subscription_id: plan.id, customer_id: plan.customer })
  await payOnCardPage(page.body.url, '5555555555554444')
  await eventually(async () => (await checkedSubscriptionsOf(person)).results[0]?.status === 'active')
  await start()
  expect(await theirs(person)).toMatchObject([{ id: plan.id, status: 'active', card_last4: '4444' }])
})

test('[SBX-04] a company’s own account at the card provider gets no samples', () => {
  expect(stripeSamplePlans({ ...readSettings({}).stripe, apiBase: undefined })).toBeUndefined()
})
