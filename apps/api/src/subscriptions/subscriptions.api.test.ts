import type { BalancePage } from '@nerdify/contract/client.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { PlanChangePreview, SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { serviceKeys } from '@nerdify/domain/catalog/services.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { quoteHoldMs } from '@nerdify/domain/pricing/quote-hold.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { balanceOf, expectBooksToAgree, ledgerLines } from '../testing/cards/books.ts'
import { followPaymentLink, newCard, payOnCardPage, testCards } from '../testing/cards/card-page.ts'
import { cardEvents, cardProvider, providerUnderTest } from '../testing/cards/card-provider.ts'
import { applyCode, change, newCoupon, payOrder, untilChecked } from '../testing/coupon-calls.ts'
import { eraseDueAccounts } from '../personal-data/erase-accounts.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  age,
  askToChangeCard,
  askToSubscribe,
  checkedSubscriptionsOf,
  mailsTo,
  meOf,
  paymentOfMonth,
  personWithEmail,
  subscribe,
  subscriptionsOf,
  untilEventsApplied,
} from '../testing/subscribing.ts'
import { CardsUnavailable } from '../ports.ts'
import { eventually, giveEmail, signedInAnew, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { endWithMonth } from './manage-subscription.ts'
import { claimTrialUses, openCheckoutOf } from './subscriptions.store.ts'
import { settleCheckout } from './settle-checkout.ts'

afterEach(async () => (await testProduct()).clock.reset())

const trialTag = 'canceled_addons_subscription'

const tagsOf = async (person: TestPerson) => (await meOf(person)).tags.toSorted()
const call = <Body = SubscriptionList>(person: TestPerson, id: string, what: string, body?: object) =>
  person.send<Body>('POST', `/api/v3/subscriptions/${id}/${what}`, body)
const mail = (address: string, subject: string | RegExp) =>
  eventually(async () =>
    (await mailsTo(address, typeof subject === 'string' ? subject : '')).find((one) =>
      typeof subject === 'string' ? one.subject === subject : subject.test(one.subject),
    ),
  )

/**
 * Backdates the payment of a subscription's month. The provider's clock may be ahead of ours: other tests advance it.
 */
async function paidEarlier(id: string, ms: number): Promise<void> {
  const { product } = await testProduct()
  const paid_at = new Date(product.clock.now() - ms)
  await product.queries.updateTable('subscription').set({ paid_at }).where('id', '=', id).execute()
}

/** An Elite plan whose second month the card did not pay. */
async function pastDuePlan(person: TestPerson) {
  const subscription = await subscribe(person, 'nerdify_premium')
  const of = { subscription_id: subscription.id, customer_id: subscription.customer }
  await payOnCardPage((await askToChangeCard(person, of)).body.url, testCards.chargesFail)
  await checkedSubscriptionsOf(person)
  await age(subscription, 31.1)
  expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'past_due' }])
  return subscription
}

const paidCharges = async (customer: string) =>
  (await (await cardProvider()).charges.list({ customer })).data.filter(({ paid }) => paid)

/** Requests an account's deletion, and waits until it is erased. */
async function erase(person: TestPerson): Promise<void> {
  await person.send('PATCH', '/api/v3/users/client/me', { action: 'delete_account' })
  const { clock, product } = await testProduct()
  clock.advance(8 * 86_400_000)
  try {
    await eventually(async () => {
      await eraseDueAccounts(product)
      const { erased_at } = await product.queries
        .selectFrom('client')
        .select('erased_at')
        .where('id', '=', person.clientId)
        .executeTakeFirstOrThrow()
      return erased_at !== null
    })
  } finally {
    clock.reset()
  }
}

describe('subscribing', () => {
  test.each([
    ['nerdify_basic', 'Premium', 7, 0],
    ['nerdify_premium', 'Elite', 27, 0],
    ['nerdify_prime', 'Prime', 29, 40],
    ['nerdify_prime_plus', 'Prime Plus', 39, 60],
    ['premium_addons', 'Elite add-ons', 7, 0],
  ])(
    '[SUB-01][SUB-07][SUB-13] %s: paid on the page, active, with its tag and its credit',
    async (tag, name, price, credit) => {
      const person = await personWithEmail()
      const { settings } = await testProduct()
      const asked = await askToSubscribe(person, tag)
      expect(asked).toMatchObject({ status: 200, body: { pk_key: settings.stripe.publishableKey } })
      expect(asked.body.url).toContain(asked.body.id)
      const paid = await payOnCardPage(asked.body.url)
      expect(paid.location).toBe(`${settings.publicUrl}/nerdify-subscription/done`)
      const { results } = await checkedSubscriptionsOf(person)
      expect(results).toMatchObject([{ status: 'active', tag, price, card_last4: '4242', cancel_at_period_end: false }])
      expect(await tagsOf(person)).toEqual(['subscription_active', `subscription_${tag}`])
      expect((await meOf(person)).subscriptions_active).toEqual([tag])
      expect(await balanceOf(person)).toBe(credit)
      const receipt = await mail(person.email, `Your receipt for ${name}: $${price}.00`)
      expect(receipt.text).toContain('cancel anytime')
      await untilEventsApplied()
      await checkedSubscriptionsOf(person)
      expect(await balanceOf(person)).toBe(credit)
      expect((await mailsTo(person.email)).filter(({ subject }) => subject.includes('receipt'))).toHaveLength(1)
      await expectBooksToAgree()
    },
  )

  test('[SUB-07] 422 with the reason: a plan not for sale, no e-mail, a second plan', async () => {
    const person = await personWithEmail()
    for (const tag of ['nerdify_top_50', 'nerdify_prime_trial', 'nothing']) {
      expect(await askToSubscribe(person, tag)).toMatchObject({ status: 422, body: { error_type: 'plan_unknown' } })
    }
    const nobody = await signedInPerson([], { email: null })
    expect(await askToSubscribe(nobody, 'nerdify_basic')).toMatchObject({
      status: 422,
      body: { error_type: 'email_missing', error_value: 'email' },
    })
    await subscribe(person, 'nerdify_basic')
    expect(await askToSubscribe(person, 'nerdify_prime')).toMatchObject({
      status: 422,
      body: { error_type: 'subscription_exists' },
    })
    expect((await askToSubscribe(person, 'premium_addons')).status).toBe(200)
  })

  test('[SUB-07] (abuse 1) a double click is one page; another plan closes it', async () => {
    const person = await personWithEmail()
    const [one, two] = await Promise.all([
      askToSubscribe(person, 'nerdify_basic'),
      askToSubscribe(person, 'nerdify_basic'),
    ])
    expect(two?.body.id).toBe(one?.body.id)
    const other = await askToSubscribe(person, 'nerdify_prime')
    expect(other.body.id).not.toBe(one?.body.id)
    expect((await payOnCardPage(one?.body.url ?? '')).closed).toBe(true)
  })

  test('[SUB-07] (abuse 12, abuse 37) the page returns only to this site', async () => {
    const person = await personWithEmail()
    const { settings } = await testProduct()
    const path = `/api/v3/users/client/${person.clientId}/create_subscription_sesssion`
    const asked = await person.send<{ url: string }>('POST', path, {
      tag: 'nerdify_basic',
      success_url: '//evil.example',
      cancel_url: 'javascript:alert(1)',
    })
    const html = await (await fetch(asked.body.url)).text()
    expect(html).not.toContain('evil.example')
    expect(html).toContain(`${settings.publicUrl}/nerdify-subscription"`)
    expect((await payOnCardPage(asked.body.url)).location).toBe(`${settings.publicUrl}/nerdify-subscription/done`)
  })

  test('[SUB-10] (abuse 3, abuse 4) late events, five times and in any order, have one effect', async () => {
    const person = await personWithEmail()
    await cardEvents({ copies: 5, jitterMs: 300 })
    try {
      const subscription = await subscribe(person, 'nerdify_prime')
      await call(person, subscription.id, 'cancel')
      await call(person, subscription.id, 'resume')
      await untilEventsApplied()
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', cancel_at_period_end: false }])
      expect(await balanceOf(person)).toBe(40)
      expect(await tagsOf(person)).toEqual(['subscription_active', 'subscription_nerdify_prime'])
    } finally {
      await cardEvents()
    }
    await expectBooksToAgree()
  })

  test('[SUB-10] (abuse 5) events alone create it, without the browser’s return', async () => {
    const person = await personWithEmail()
    const { body } = await askToSubscribe(person, 'nerdify_premium')
    await payOnCardPage(body.url)
    await eventually(async () => (await tagsOf(person)).includes('subscription_nerdify_premium'))
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])
  })

  test('[SUB-02][PRICE-10][DISC-10] with Elite a task may be due in two hours, services are free, and a coupon for one is refused', async () => {
    const person = await personWithEmail()
    const urgent = { size: '1 Page', deadline: new Date(Date.now() + 1.75 * 3_600_000).toISOString() }
    await expect(person.order(urgent)).rejects.toThrow('deadline')
    await subscribe(person, 'nerdify_premium')
    const order = await person.order(urgent)
    for (const service of ['top_writer', 'prioritize_my_task', 'adv_plagreport'] as const) {
      expect(order.services[service]).toMatchObject({ price: 0, free_reason: 'plan' })
    }
    const code = await newCoupon({ gift: { kind: 'free', addOns: ['top_writer'] } })
    expect(await applyCode(person, order, code)).toMatchObject({
      status: 422,
      body: { error_type: 'service_allready_sub' },
    })
  })

  test.each([
    ['nerdify_basic', ['prioritize_my_task']],
    ['nerdify_prime', ['prioritize_my_task']],
    ['nerdify_prime_plus', ['prioritize_my_task']],
    ['premium_addons', ['top_writer', 'adv_plagreport', 'prioritize_my_task']],
  ])('[SUB-02][SRV-04][PRICE-10] with %s %j are free, and nothing is due in two hours', async (plan, free) => {
    const person = await signedInPerson(['subscription_active', `subscription_${plan}`])
    const order = await person.order()
    const byPlan = Object.entries(order.services).filter(([, service]) => service.free_reason === 'plan')
    expect(byPlan.map(([key]) => key).toSorted()).toEqual(free.toSorted())
    expect(byPlan.map(([, { price }]) => price)).toEqual(free.map(() => 0))
    const quiz = await person.order({ type: 'Quiz', size: '60 Minutes' })
    expect(quiz.services.adv_plagreport.free_reason).toBeNull()
    const { clock } = await testProduct()
    const urgent = { size: '1 Page', deadline: new Date(clock.now() + 1.75 * 3_600_000).toISOString() }
    await expect(person.order(urgent)).rejects.toThrow('deadline')
  })

  test('(abuse 18) two pages paid at once make one subscription; the other one is ended and refunded', async () => {
    const person = await personWithEmail()
    const { product } = await testProduct()
    const { body } = await askToSubscribe(person, 'nerdify_basic')
    // A second page unknown to us, as after restoring an old backup.
    await product.queries.deleteFrom('subscription_checkout').where('client_id', '=', person.clientId).execute()
    const again = await askToSubscribe(person, 'nerdify_basic')
    expect(again.body.id).not.toBe(body.id)
    await Promise.all([payOnCardPage(body.url), payOnCardPage(again.body.url)])
    const provider = await cardProvider()
    await untilEventsApplied()
    const [first] = (await subscriptionsOf(person)).results
    const all = await provider.subscriptions.list({ customer: first?.customer ?? '', status: 'all' })
    expect(all.data.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    await eventually(async () => {
      const { data } = await provider.charges.list({ customer: first?.customer ?? '' })
      return (
        data
          .map((each) => each.amount_refunded)
          .toSorted((a, b) => a - b)
          .join() === '0,700'
      )
    })
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])
    expect(await tagsOf(person)).toEqual(['subscription_active', 'subscription_nerdify_basic'])
    const back = await mail(person.email, 'Your $7.00 for Premium is on its way back')
    expect(back.text).not.toContain('has ended')
    const receipts = await mailsTo(person.email, 'You paid $7.00 for Premium')
    expect(receipts.filter(({ text }) => text.includes('charge the next'))).toHaveLength(1)
    await expectBooksToAgree()
  })
})

describe('a trial', () => {
  test('[SUB-06][SUB-07][SUB-11] starts, is kept from another plan, recalled before its end, charged, and renews', async () => {
    const person = await personWithEmail([trialTag])
    expect((await subscriptionsOf(person)).trial_offered).toBe(true)
    const subscription = await subscribe(person, 'nerdify_premium_trial')
    expect(subscription).toMatchObject({ status: 'trialing', price: 27, tag: 'nerdify_premium' })
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_active', 'subscription_nerdify_premium_trial'])
    await mail(person.email, 'Your free trial of Elite has started')
    expect(await call(person, subscription.id, 'plan_preview', { tag: 'nerdify_prime' })).toMatchObject({
      status: 422,
      body: { error_type: 'plan_fixed' },
    })
    await age(subscription, 28)
    const reminder = await mail(person.email, /^Your free trial of Elite ends on /)
    expect(reminder.text).toContain('$27.00')
    expect(reminder.text).toContain('cancel before then')
    await age(subscription, 2.5)
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_active', 'subscription_nerdify_premium'])
    await mail(person.email, 'Your receipt for Elite: $27.00')
    await age(subscription, 32)
    await eventually(async () => {
      const receipts = (await mailsTo(person.email)).filter(({ subject }) => subject.startsWith('Your receipt'))
      return receipts.length === 2
    })
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Your free trial of Elite ends'))).toHaveLength(1)
  })

  test('[SUB-06] is not offered to a client with fewer than two paid orders', async () => {
    const person = await personWithEmail()
    expect((await subscriptionsOf(person)).trial_offered).toBe(false)
    expect(await askToSubscribe(person, 'nerdify_basic_trial')).toMatchObject({
      status: 422,
      body: { error_type: 'trial_unavailable' },
    })
    for (const subject of ['History', 'Law']) await payOrder(person, await person.order({ subject }))
    expect((await subscriptionsOf(person)).trial_offered).toBe(true)
    expect((await askToSubscribe(person, 'nerdify_basic_trial')).status).toBe(200)
  })

  test('[SUB-06] (abuse 22) refuses a second trial of the account, even of another plan', async () => {
    const person = await personWithEmail([trialTag])
    const subscription = await subscribe(person, 'nerdify_basic_trial', testCards.refundPends)
    await call(person, subscription.id, 'cancel')
    await age(subscription, 31)
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_canceled', 'subscription_inactive'])
    expect((await subscriptionsOf(person)).trial_offered).toBe(false)
    expect(await askToSubscribe(person, 'nerdify_premium_trial')).toMatchObject({
      status: 422,
      body: { error_type: 'trial_unavailable' },
    })
    await mail(person.email, 'Your Premium plan has ended')
  })

  test('[SUB-06] (abuse 22) recognizes another spelling of an e-mail, and an erased account’s phone', async () => {
    const person = await personWithEmail([trialTag])
    await subscribe(person, 'nerdify_basic_trial', testCards.mastercard)
    const other = await signedInPerson([trialTag])
    const [name, domain] = person.email.split('@')
    await giveEmail(other, `${name?.toUpperCase()}+2@${domain}`)
    expect((await subscriptionsOf(other)).trial_offered).toBe(false)
    expect((await askToSubscribe(other, 'nerdify_basic_trial')).status).toBe(422)

    await erase(person)
    const newcomer = await signedInPerson([trialTag], { phone: person.phone })
    await giveEmail(newcomer, `new${person.email}`)
    expect((await subscriptionsOf(newcomer)).trial_offered).toBe(false)
    expect(await askToSubscribe(newcomer, 'nerdify_basic_trial')).toMatchObject({
      status: 422,
      body: { error_type: 'trial_unavailable' },
    })
  })

  test('[SUB-06] (abuse 22) of three accounts that start a trial with one card at once, one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => personWithEmail([trialTag])))
    const pages = await Promise.all(people.map((person) => askToSubscribe(person, 'nerdify_basic_trial')))
    await cardEvents({ held: true })
    await Promise.all(pages.map(({ body }) => payOnCardPage(body.url, testCards.asksBank)))
    await Promise.all(people.map(checkedSubscriptionsOf))
    await cardEvents()
    await untilEventsApplied()
    const ended = await Promise.all(people.map(checkedSubscriptionsOf))
    expect(ended.flatMap(({ results }) => results.map(({ status }) => status)).toSorted()).toEqual([
      'canceled',
      'canceled',
      'trialing',
    ])
  })

  test('[SUB-06] (abuse 22) of ten concurrent claims of a trial for one card exactly one is granted and recorded', async () => {
    const { product } = await testProduct()
    const card = { kind: 'card' as const, mark: randomUUID() }
    const now = product.clock.now()
    const uses = Array.from({ length: 10 }, () => ({ clientId: uuidv7(now), subscriptionId: randomUUID(), now }))
    // So that none waits for a connection while the others finish.
    await Promise.all(uses.map(() => product.queries.selectFrom('trial_use').select('kind').limit(1).execute()))
    const granted = await Promise.all(
      uses.map((use) =>
        transaction(product.queries, (queries) =>
          claimTrialUses(queries, [{ kind: 'client', mark: use.clientId }, card], use),
        ),
      ),
    )
    expect(granted.filter(Boolean)).toHaveLength(1)
    const { subscriptionId } = uses[granted.indexOf(true)] ?? {}
    const marks = product.queries.selectFrom('trial_use').select(['kind', 'subscription_id']).orderBy('kind')
    expect(
      await marks
        .where(
          'client_id',
          'in',
          uses.map(({ clientId }) => clientId),
        )
        .execute(),
    ).toEqual([
      { kind: 'card', subscription_id: subscriptionId },
      { kind: 'client', subscription_id: subscriptionId },
    ])
  })

  test('[SUB-06][SUB-14] (abuse 22) a card that had a trial is refused in words of its own; no tag changes, nothing is charged', async () => {
    const card = testCards.refundFails
    await subscribe(await personWithEmail([trialTag]), 'nerdify_basic_trial', card)
    const farmer = await personWithEmail([trialTag])
    const { body } = await askToSubscribe(farmer, 'nerdify_basic_trial')
    await payOnCardPage(body.url, card)
    await untilEventsApplied()
    const [ended] = (await checkedSubscriptionsOf(farmer)).results
    expect(ended).toMatchObject({ status: 'canceled' })
    expect(await tagsOf(farmer)).toEqual([trialTag])
    const refused = await mail(farmer.email, 'Your free trial of Premium couldn’t start')
    const { product } = await testProduct()
    const messages = product.queries.selectFrom('outbox').select('template').where('to_address', '=', farmer.email)
    const mails = (await messages.execute()).map(({ template }) => template).filter((name) => name.startsWith('plan-'))
    expect(mails).toEqual(['plan-trial-refused'])
    expect(refused.text).toContain('We charged nothing')
    const provider = await cardProvider()
    const charged = await provider.charges.list({ customer: ended?.customer ?? '' })
    expect(charged.data).toHaveLength(0)
    expect((await askToSubscribe(farmer, 'nerdify_basic')).status).toBe(200)
  })

  test('[SUB-06][SUB-10] (abuse 22) a running trial continues on a card that had another trial', async () => {
    const [own, used] = [newCard(), newCard()]
    await subscribe(await personWithEmail([trialTag]), 'nerdify_basic_trial', used)
    const person = await personWithEmail([trialTag])
    const subscription = await subscribe(person, 'nerdify_basic_trial', own)
    const of = { subscription_id: subscription.id, customer_id: subscription.customer }
    await payOnCardPage((await askToChangeCard(person, of)).body.url, used)
    await untilEventsApplied()
    const { results } = await checkedSubscriptionsOf(person)
    expect(results).toMatchObject([{ status: 'trialing', card_last4: used.slice(-4) }])
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_active', 'subscription_nerdify_basic_trial'])
    const refused = (await mailsTo(person.email)).filter(({ subject }) => subject.includes('couldn’t start'))
    expect(refused).toEqual([])
  })
})

describe('a charge that fails', () => {
  test('[SUB-14] ending a past-due plan refunds no earlier month that was paid and used', async () => {
    const person = await personWithEmail()
    const subscription = await subscribe(person, 'nerdify_basic')
    expect((await subscriptionsOf(person)).results[0]).toMatchObject({ status: 'active', refundable: true })
    const of = { subscription_id: subscription.id, customer_id: subscription.customer }
    await payOnCardPage((await askToChangeCard(person, of)).body.url, testCards.chargesFail)
    await checkedSubscriptionsOf(person)
    await age(subscription, 31.1)
    expect((await subscriptionsOf(person)).results[0]).toMatchObject({ status: 'past_due', refundable: false })
    expect(await call(person, subscription.id, 'refund')).toMatchObject({
      status: 409,
      body: { error_type: 'plan_not_refundable' },
    })
    const charged = await (await cardProvider()).charges.list({ customer: subscription.customer })
    expect(charged.data.filter(({ paid }) => paid).map((each) => each.amount_refunded)).toEqual([0])
  })

  test('[PUB-03][SUB-11] a month paid late is refundable if only the time before its payment used balance', async () => {
    const { product } = await testProduct()
    const person = await personWithEmail()
    const subscription = await subscribe(person, 'nerdify_prime')
    const of = { subscription_id: subscription.id, customer_id: subscription.customer }
    await payOnCardPage((await askToChangeCard(person, of)).body.url, testCards.chargesFail)
    await checkedSubscriptionsOf(person)
    await age(subscription, 31.1)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'past_due' }])
    await payOrder(person, await person.order({ use_balance: true }))
    expect(await balanceOf(person)).toBe(0)
    // After the bill, which the provider dates two hours ago.
    const at = sql<Date>`at - interval '1 hour'`
    await product.queries.updateTable('ledger_entry').set({ at }).where('client_id', '=', person.clientId).execute()
    await payOnCardPage((await askToChangeCard(person, of)).body.url, testCards.good)
    await checkedSubscriptionsOf(person)
    expect(await balanceOf(person)).toBe(40)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', refundable: true }])
  })

  test('[SUB-05][SUB-08][SUB-10] (abuse 23) past due mails, suspends perks, and ends with a new card’s payment', async () => {
    const person = await personWithEmail([trialTag])
    const subscription = await subscribe(person, 'nerdify_premium_trial', testCards.chargesFail)
    await age(subscription, 30.1)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'past_due' }])
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_nerdify_premium', 'subscription_pastdue'])
    expect((await meOf(person)).subscriptions_active).toEqual([])
    await mail(person.email, 'We couldn’t charge your card for Elite')
    const order = await person.order()
    expect(order.services.prioritize_my_task?.price).toBeGreaterThan(0)

    const of = { subscription_id: subscription.id, customer_id: subscription.customer }
    const page = await askToChangeCard(person, of)
    expect(page).toMatchObject({
      status: 200,
      body: { id: expect.stringMatching(/^cs_/), pk_key: expect.stringMatching(/^pk_/) },
    })
    await payOnCardPage(page.body.url, testCards.chargesFail)
    await checkedSubscriptionsOf(person)
    await mail(person.email, 'Your new card was declined for Elite')
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'past_due' }])

    const better = await askToChangeCard(person, of)
    expect(better.body.id).not.toBe(page.body.id)
    await payOnCardPage(better.body.url, testCards.good)
    const [recovered] = (await checkedSubscriptionsOf(person)).results
    expect(recovered).toMatchObject({ status: 'active', card_last4: '4242' })
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_active', 'subscription_nerdify_premium'])
    await mail(person.email, 'Your receipt for Elite: $27.00')
    await age(subscription, 32)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])
  })

  test('[SUB-11][SUB-05] (abuse 23) a canceled past-due plan ends at once, and no retry charges the card', async () => {
    const person = await personWithEmail()
    const { id, customer } = await pastDuePlan(person)
    const stripe = await cardProvider()
    const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    await stripe.subscriptions.update(id, { default_payment_method: card })
    expect(await call(person, id, 'cancel')).toMatchObject({ status: 200, body: { results: [{ status: 'canceled' }] } })
    expect(await tagsOf(person)).toEqual(['subscription_canceled', 'subscription_inactive'])
    expect(await call(person, id, 'cancel')).toMatchObject({ status: 409, body: { error_type: 'plan_ended' } })
    await mail(person.email, 'Your Elite plan has ended')
    await age({ id }, 7)
    expect(await paidCharges(customer)).toMatchObject([{ amount: 2700, amount_refunded: 0 }])
    const mails = await mailsTo(person.email)
    expect(mails.some(({ text }) => text.includes('charge your card for the last $27.00 again'))).toBe(true)
    expect(mails.map(({ subject }) => subject)).not.toContain('You canceled Elite')
    await expectBooksToAgree()
  })

  test('[SUB-11][SUB-05] (abuse 23) a plan canceled before its failed charge is known here ends at once', async () => {
    const person = await personWithEmail()
    const { id, customer } = await subscribe(person, 'nerdify_premium')
    const stripe = await cardProvider()
    const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(id, { default_payment_method: card })
    await untilEventsApplied()
    await cardEvents({ held: true })
    try {
      await (await providerUnderTest()).age(id, 31.1)
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])
      expect((await call(person, id, 'cancel')).body.results).toMatchObject([{ status: 'canceled' }])
    } finally {
      await cardEvents()
    }
    await mail(person.email, 'Your Elite plan has ended')
    await untilEventsApplied()
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => /canceled|couldn’t charge/.test(subject))).toEqual([])
  })

  test.each([
    ['at once', undefined],
    ['after the answer to its end is lost', 'endNow'],
    ['after its bill cannot be read', 'invoiceOf'],
  ] as const)(
    '[SUB-11][HOLD-06] (abuse 23) a payment that reaches a past-due plan as it ends goes back, %s',
    async (_, lost) => {
      const { product } = await testProduct()
      const person = await personWithEmail()
      const { id, customer } = await pastDuePlan(person)
      const stripe = await cardProvider()
      const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
      await stripe.subscriptions.update(id, { default_payment_method: card })
      const refuse = () => Promise.reject(new CardsUnavailable('the answer is lost'))
      const endNow: typeof product.cards.endNow = async (ended) => {
        for (const open of (await stripe.invoices.list({ subscription: ended, status: 'open' })).data)
          await stripe.invoices.pay(open.id)
        await product.cards.endNow(ended)
        if (lost === 'endNow') await refuse()
        // The sync before the end reads the bill, too.
        if (lost === 'invoiceOf') late.cards.invoiceOf = refuse
      }
      const late = { ...product, cards: { ...product.cards, endNow } }
      const end = () => endWithMonth(late, { clientId: person.clientId, id }, true)
      if (lost === undefined) await end()
      else await expect(end()).rejects.toThrow(CardsUnavailable)
      await untilEventsApplied()
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'canceled' }])
      await mail(person.email, 'Your $27.00 for Elite is on its way back')
      await untilEventsApplied()
      expect((await paidCharges(customer)).map((each) => each.amount_refunded).toSorted()).toEqual([0, 2700])
      await expectBooksToAgree()
    },
  )

  test.each(['before the card is saved', 'as the card is to be charged'])(
    '[SUB-08][API-10] (abuse 23) a plan that ends %s is not charged, and blocks no later card change',
    async (moment) => {
      const { product } = await testProduct()
      const person = await personWithEmail()
      const { id, customer } = await subscribe(person, 'nerdify_basic')
      const pageForCard = async (of: { id: string; customer: string }) =>
        (await askToChangeCard(person, { subscription_id: of.id, customer_id: of.customer })).body
      await payOnCardPage((await pageForCard({ id, customer })).url, testCards.chargesFail)
      await checkedSubscriptionsOf(person)
      await age({ id }, 31.1)
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'past_due' }])
      const page = await pageForCard({ id, customer })
      const stripe = await cardProvider()
      if (moment === 'before the card is saved') {
        await stripe.subscriptions.cancel(id)
        await payOnCardPage(page.url)
      } else {
        await cardEvents({ held: true })
        try {
          await payOnCardPage(page.url)
          const open = await openCheckoutOf(product.queries, person.clientId, 'card')
          if (open === undefined) throw new Error('there is no open visit')
          const useCard: typeof product.cards.useCard = async (wish) => {
            await stripe.subscriptions.cancel(wish.subscriptionId)
            return product.cards.useCard(wish)
          }
          const late = { ...product, cards: { ...product.cards, useCard } }
          await settleCheckout(late, open, await product.cards.planSession(page.id))
        } finally {
          await cardEvents()
        }
      }
      await untilEventsApplied()
      expect((await checkedSubscriptionsOf(person)).results).toMatchObject([{ id, status: 'canceled' }])
      expect(await openCheckoutOf(product.queries, person.clientId, 'card')).toBeUndefined()
      const charged = (await stripe.charges.list({ customer })).data.filter(({ status }) => status === 'succeeded')
      expect(charged).toHaveLength(1)
      const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
      expect(subjects).not.toContain('Your new card was declined for Premium')

      const again = await subscribe(person, 'nerdify_basic')
      await payOnCardPage((await pageForCard(again)).url, testCards.mastercard)
      expect((await checkedSubscriptionsOf(person)).results[0]).toMatchObject({ id: again.id, card_last4: '4444' })
    },
  )

  test('[SUB-05][SUB-10] (abuse 23) a first month whose charge fails gives no perks and disappears after a day', async () => {
    const person = await personWithEmail()
    const stripe = await cardProvider()
    // Our own page begins no plan without its first payment; the provider's dashboard can.
    const customer = (await stripe.customers.create({ email: person.email })).id
    const card = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    // A plan's price exists after its page was first requested.
    await askToSubscribe(person, 'nerdify_premium')
    const [price] = (await stripe.prices.list({ lookup_keys: ['nerdify_premium'] })).data
    const begun = await stripe.subscriptions.create({
      customer,
      items: [{ price: String(price?.id) }],
      default_payment_method: card.id,
      payment_behavior: 'allow_incomplete',
      metadata: { client_id: person.clientId },
    })
    await untilEventsApplied()
    const [subscription] = (await subscriptionsOf(person)).results
    expect(subscription).toMatchObject({ id: begun.id, customer, status: 'incomplete' })
    expect(await tagsOf(person)).toEqual(['subscription_nerdify_premium', 'subscription_pastdue'])
    expect((await meOf(person)).subscriptions_active).toEqual([])
    expect(await askToSubscribe(person, 'nerdify_premium')).toMatchObject({
      body: { error_type: 'subscription_exists' },
    })
    expect((await person.order()).services.top_writer?.price).toBeGreaterThan(0)
    await age(begun, 1)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'incomplete_expired' }])
    expect((await askToSubscribe(person, 'nerdify_premium')).status).toBe(200)
  })

  test('[SUB-10] (abuse 23) after two weeks of retries it is canceled, and the tags change', async () => {
    const person = await personWithEmail([trialTag])
    const subscription = await subscribe(person, 'nerdify_basic')
    const of = { subscription_id: subscription.id, customer_id: subscription.customer }
    await payOnCardPage((await askToChangeCard(person, of)).body.url, testCards.chargesFail)
    expect((await checkedSubscriptionsOf(person)).results).toMatchObject([{ status: 'active', card_last4: '0341' }])
    await age(subscription, 31.1)
    await age(subscription, 12)
    expect(await tagsOf(person)).toContain('subscription_pastdue')
    await age(subscription, 2)
    expect(await tagsOf(person)).toEqual([trialTag, 'subscription_canceled', 'subscription_inactive'])
    await mail(person.email, 'Your Premium plan has ended')
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('We couldn’t charge'))).toHaveLength(1)
  })
})

describe('leaving', () => {
  test('[SUB-11] canceled to the end of the month, resumed, canceled again; each is confirmed by mail', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_premium')
    expect((await call(person, id, 'cancel')).body.results).toMatchObject([
      { status: 'active', cancel_at_period_end: true },
    ])
    await call(person, id, 'cancel')
    await mail(person.email, 'You canceled Elite')
    expect(await tagsOf(person)).toEqual(['subscription_active', 'subscription_nerdify_premium'])
    expect((await call(person, id, 'resume')).body.results).toMatchObject([{ cancel_at_period_end: false }])
    await mail(person.email, 'You keep Elite')
    await call(person, id, 'cancel')
    await age({ id }, 32)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'canceled' }])
    expect(await tagsOf(person)).toEqual(['subscription_canceled', 'subscription_inactive'])
    await mail(person.email, 'Your Elite plan has ended')
    expect((await call(person, id, 'resume')).status).toBe(409)
  })

  test('[SUB-11][HOLD-07] a plan that the provider has ended is 409 before its event arrives, and then over', async () => {
    const { product, provider } = await testProduct()
    const ways = {
      resume: (person: TestPerson, id: string) => call(person, id, 'resume'),
      cancel: (person: TestPerson, id: string) => call(person, id, 'cancel'),
      preview: (person: TestPerson, id: string) => call(person, id, 'plan_preview', { tag: 'nerdify_prime' }),
      change: (person: TestPerson, id: string) =>
        call(person, id, 'plan', { tag: 'nerdify_prime', at: Math.floor(product.clock.now() / 1000), due_now: 0 }),
    }
    await cardEvents({ held: true })
    try {
      for (const [name, ask] of Object.entries(ways)) {
        const person = await personWithEmail()
        const { id } = await subscribe(person, 'nerdify_basic')
        await product.cards.endNow(id)
        expect([name, await ask(person, id)]).toMatchObject([name, { status: 409, body: { error_type: 'plan_ended' } }])
        expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'canceled' }])
      }
    } finally {
      await cardEvents()
      await provider.untilIdle()
    }
  })

  test('[SUB-11][SUB-05][SUB-09] the list has plan and add-ons, newest first and ended ones last; each ends on its own', async () => {
    const person = await personWithEmail()
    const plan = await subscribe(person, 'nerdify_basic')
    const addOns = await subscribe(person, 'premium_addons')
    const ending = async () =>
      Object.fromEntries(
        (await subscriptionsOf(person)).results.map((each) => [each.tag, each.cancel_at_period_end] as const),
      )
    expect(await ending()).toEqual({ nerdify_basic: false, premium_addons: false })
    await call(person, plan.id, 'cancel')
    expect(await ending()).toEqual({ nerdify_basic: true, premium_addons: false })
    await call(person, addOns.id, 'cancel')
    await call(person, plan.id, 'resume')
    expect(await ending()).toEqual({ nerdify_basic: false, premium_addons: true })
    const { product } = await testProduct()
    // The provider has whole seconds, and both may have begun in one.
    const begunEarlier = { started_at: new Date(product.clock.now() - 3_600_000) }
    await product.queries.updateTable('subscription').set(begunEarlier).where('id', '=', plan.id).execute()
    const listed = async () => (await subscriptionsOf(person)).results.map(({ id }) => id)
    expect(await listed()).toEqual([addOns.id, plan.id])
    await call(person, addOns.id, 'refund')
    await untilEventsApplied()
    expect(await listed()).toEqual([plan.id, addOns.id])
    expect((await subscriptionsOf(person)).results[1]).toMatchObject({ status: 'canceled', customer: plan.customer })
  })

  test('[SUB-10][SUB-13][PUB-03] refunds an unused month in full, with its credit, and ends the plan', async () => {
    const person = await personWithEmail()
    const subscription = await subscribe(person, 'nerdify_prime')
    expect(subscription.refundable).toBe(true)
    expect((await call(person, subscription.id, 'refund')).status).toBe(200)
    await mail(person.email, 'Your $29.00 for Prime is on its way back')
    await untilEventsApplied()
    expect(await tagsOf(person)).toEqual(['subscription_canceled', 'subscription_inactive', 'subscription_refunded'])
    expect(await balanceOf(person)).toBe(0)
    const provider = await cardProvider()
    const [charge] = (await provider.charges.list({ customer: subscription.customer })).data
    expect(charge).toMatchObject({ amount: 2900, amount_refunded: 2900 })
    expect((await call(person, subscription.id, 'refund')).status).toBe(409)
    await expectBooksToAgree()
  })

  test('[PUB-03][SUB-11] a retry after a provider outage refunds the month and ends the plan', async () => {
    const { provider } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime')
    await provider.breakCalls({ fault: 'error', calls: 4, method: 'DELETE', path: `/v1/subscriptions/${id}` })
    expect((await call(person, id, 'refund')).status).toBe(503)
    await provider.mendCalls()
    expect((await call(person, id, 'refund')).status).toBe(200)
    await mail(person.email, 'Your $29.00 for Prime is on its way back')
    await expectBooksToAgree()
  })

  test.each([
    ['is still under way', testCards.refundPends],
    ['fails at the bank', testCards.refundFails],
  ])('[PUB-03][SUB-13] (abuse 21) a month whose refund %s has no credit left', async (end, card) => {
    const { product, provider, settings } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime', card)
    expect(await balanceOf(person)).toBe(40)
    expect((await call(person, id, 'refund')).status).toBe(200)
    expect(await balanceOf(person)).toBe(0)
    const order = await payOrder(person, await person.order({ use_balance: true }))
    expect(order).toMatchObject({ client_paid: 48 })
    const asked = product.queries.selectFrom('subscription').select('id').where('id', '=', id)
    await eventually(async () => (await asked.where('refund_id', 'is not', null).execute()).length === 1)
    await provider.letBanksAnswer()
    if (end === 'fails at the bank') await mail(settings.supportEmail, `Refund of $29.00 for the plan ${id} failed`)
    else await mail(person.email, 'Your $29.00 for Prime is on its way back')
    await untilEventsApplied()
    expect(await balanceOf(person)).toBe(0)
    const { body: history } = await person.send<BalancePage>('GET', '/api/v3/users/client/me/balance')
    expect(history.results.map(({ cause }) => cause)).toEqual(['plan_credit_taken_back', 'plan_credit'])
    await expectBooksToAgree()
  })

  test('[SUB-11][PAY-11] (abuse 20, abuse 21) notifies staff once of a refused refund, and ends the plan', async () => {
    const { product, provider, settings } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic', provider.disputableCard)
    const stored = product.queries.selectFrom('subscription').select(['refund_next_at', 'refunded_at'])
    const row = () => stored.where('id', '=', id).executeTakeFirstOrThrow()
    await cardEvents({ held: true })
    try {
      await provider.openDispute(await paymentOfMonth({ id }))
      expect((await call(person, id, 'refund')).status).toBe(200)
    } finally {
      await cardEvents()
    }
    await eventually(async () => (await subscriptionsOf(person)).results[0]?.status === 'canceled')
    await eventually(async () => (await row()).refund_next_at === null)
    expect((await row()).refunded_at).toBeNull()
    const alert = await mail(settings.supportEmail, `Refund of $7.00 for the plan ${id} failed`)
    expect(alert.text).toContain(person.clientId)
    await mail(person.email, 'Your Premium plan has ended')
    await expectBooksToAgree()
  })

  test.each(['won', 'lost'] as const)(
    '[PAY-11][PAY-13][SUB-13] (abuse 25) a month whose payment is disputed at the bank leaves the books with its credit, below zero too; %s',
    async (end) => {
      const { provider, settings } = await testProduct()
      const person = await personWithEmail()
      const { id } = await subscribe(person, 'nerdify_prime', provider.disputableCard)
      const payment = await paymentOfMonth({ id })
      const order = await person.order({ use_balance: true })
      await payOnCardPage((await followPaymentLink(order.payment_link)).location)
      await untilChecked(person, order, 'paid')
      expect(await balanceOf(person)).toBe(0)
      const moves = async () =>
        (await (await ledgerLines()).where('account', '=', `plan:${id}`).orderBy('ledger_entry.id').execute()).map(
          ({ kind, cents }) => `${kind} ${cents}`,
        )

      const dispute = await provider.openDispute(payment)
      await eventually(async () => (await balanceOf(person)) === -40)
      expect(await moves()).toEqual(['plan_payment 2900', 'dispute -2900'])
      const opened = await mail(settings.supportEmail, new RegExp(`dispute of plan ${id}: (?!won|lost)`))
      expect(opened.text).toContain('$29.00')

      await provider.closeDispute(dispute, end)
      await mail(settings.supportEmail, `Payment dispute of plan ${id}: ${end}`)
      await untilEventsApplied()
      expect((await moves()).slice(2)).toEqual([end === 'won' ? 'dispute_won 2900' : 'dispute_lost 0'])
      expect(await balanceOf(person)).toBe(end === 'won' ? 0 : -40)
      const { body: history } = await person.send<BalancePage>('GET', '/api/v3/users/client/me/balance')
      expect(history.results.map(({ cause }) => cause)).toEqual([
        ...(end === 'won' ? ['dispute_won'] : []),
        'dispute',
        'held',
        'plan_credit',
      ])
      await expectBooksToAgree()
      if (end === 'lost') return

      const again = await provider.openDispute(payment)
      await eventually(async () => (await balanceOf(person)) === -40)
      await provider.closeDispute(again, 'won')
      await eventually(async () => (await balanceOf(person)) === 0)
      expect((await moves()).slice(3)).toEqual(['dispute -2900', 'dispute_won 2900'])
    },
  )

  test.each([
    ['won', true],
    ['lost', false],
  ] as const)(
    '[PUB-03][SUB-11] (abuse 20) a disputed month is not refundable; after a dispute that is %s: %s',
    async (end, refundable) => {
      const { provider } = await testProduct()
      const person = await personWithEmail()
      const { id } = await subscribe(person, 'nerdify_prime', provider.disputableCard)
      const isRefundable = async () => (await subscriptionsOf(person)).results[0]?.refundable
      expect(await isRefundable()).toBe(true)
      const dispute = await provider.openDispute(await paymentOfMonth({ id }))
      await eventually(async () => (await isRefundable()) === false)
      expect(await call(person, id, 'refund')).toMatchObject({
        status: 409,
        body: { error_type: 'plan_not_refundable' },
      })
      await provider.closeDispute(dispute, end)
      await untilEventsApplied()
      expect(await isRefundable()).toBe(refundable)
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])
    },
  )

  test('[PUB-03][SRV-04] a month with used perks, or too old, stays paid', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    await paidEarlier(id, 1_000)
    const order = await person.order()
    const added = await person.send('PATCH', `/api/v3/orders/${order.id}`, {
      action: 'service_add',
      tag: 'prioritize_my_task',
    })
    expect(added.status).toBe(200)
    await payOrder(person, order)
    expect((await subscriptionsOf(person)).results[0]?.refundable).toBe(false)
    expect(await call(person, id, 'refund')).toMatchObject({ status: 409, body: { error_type: 'plan_not_refundable' } })
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active' }])

    const other = await personWithEmail()
    const { id: old } = await subscribe(other, 'nerdify_basic')
    await paidEarlier(old, 30 * 86_400_000 + 60_000)
    expect((await subscriptionsOf(other)).results[0]?.refundable).toBe(false)
    expect((await call(other, old, 'refund')).status).toBe(409)
  })

  test('[PUB-03][SRV-04][FLOW-26] a month stays paid after a free service for an order paid before it', async () => {
    const person = await personWithEmail()
    const order = await payOrder(person, await person.order())
    const { id } = await subscribe(person, 'nerdify_premium')
    await paidEarlier(id, 1_000)
    expect((await subscriptionsOf(person)).results[0]?.refundable).toBe(true)
    const added = await change(person, order, { action: 'service_add', tag: 'top_writer' })
    expect(added.body).toMatchObject({ price: 48, client_paid: 48, services: { top_writer: { free_reason: 'plan' } } })
    expect((await subscriptionsOf(person)).results[0]?.refundable).toBe(false)
    expect(await call(person, id, 'refund')).toMatchObject({ status: 409, body: { error_type: 'plan_not_refundable' } })
    const again = await change(person, order, { action: 'service_add', tag: 'top_writer' })
    expect(again.status).toBe(200)
    const history = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
    expect(history.body.events.map(({ event }) => event)).toEqual(['created', 'paid', 'services_paid'])
    await expectBooksToAgree()
  })

  test('[PUB-03][PRICE-12][PAY-07] no month goes back while an unpaid order can still get its perks', async () => {
    const { clock } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    const order = await person.order()
    expect(order.services).toMatchObject({ prioritize_my_task: { added: true, free_reason: 'plan' } })
    const refused = { status: 409, body: { error_type: 'plan_in_unpaid_order' } }
    expect(await call(person, id, 'refund')).toMatchObject(refused)
    const page = await followPaymentLink(order.payment_link)
    clock.advance(quoteHoldMs + 60_000)
    const later = await signedInAnew(person)
    // The quote has lapsed, but the open page still takes its price.
    expect(await call(later, id, 'refund')).toMatchObject(refused)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', refundable: true }])
    const taken = await change(person, order, { action: 'service_delete', tag: 'prioritize_my_task' })
    expect(taken.status).toBe(200)
    expect((await call(later, id, 'refund')).status).toBe(200)
    await payOnCardPage(page.location)
    const paid = await untilChecked(person, order, 'paid')
    expect(paid.services.prioritize_my_task?.added).toBe(false)
    await expectBooksToAgree()
  })

  test('[PUB-03][PRICE-10] no month goes back while an unpaid order has the plan’s short deadline', async () => {
    const { clock } = await testProduct()
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_premium')
    const order = await person.order({
      size: '1 Page',
      deadline: new Date(deadlineFromHours(clock.now(), 2)).toISOString(),
    })
    for (const tag of serviceKeys.filter((key) => order.services[key]?.added))
      expect((await change(person, order, { action: 'service_delete', tag })).status).toBe(200)
    expect(await call(person, id, 'refund')).toMatchObject({
      status: 409,
      body: { error_type: 'plan_in_unpaid_order' },
    })
    clock.advance(quoteHoldMs + 60_000)
    expect((await call(await signedInAnew(person), id, 'refund')).status).toBe(200)
  })

  test('[LAW-06] erasing an account ends its subscriptions’ charges', async () => {
    const person = await personWithEmail()
    const subscription = await subscribe(person, 'nerdify_basic')
    await erase(person)
    const provider = await cardProvider()
    expect(await provider.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled' })
  })

  test('[LAW-06][SUB-07] erasing an account closes its open page for a plan', async () => {
    const person = await personWithEmail()
    const { body } = await askToSubscribe(person, 'nerdify_basic')
    await erase(person)
    expect((await payOnCardPage(body.url)).closed).toBe(true)
  })

  test('[LAW-06][SUB-13] a plan paid on a page that outlived the account is ended and refunded', async () => {
    const { product } = await testProduct()
    const person = await personWithEmail()
    const { body } = await askToSubscribe(person, 'nerdify_prime')
    // The erasure does not know the page, as if it had opened in between.
    await product.queries.deleteFrom('subscription_checkout').where('client_id', '=', person.clientId).execute()
    await erase(person)
    expect((await payOnCardPage(body.url)).closed).toBe(false)
    const copy = await eventually(async () => {
      const rows = product.queries.selectFrom('subscription').selectAll().where('client_id', '=', person.clientId)
      const row = await rows.executeTakeFirst()
      return row?.status === 'canceled' && row.refunded_at !== null && row
    })
    expect(copy.card_last4).toBeNull()
    const { data } = await (await cardProvider()).charges.list({ customer: copy.customer_id })
    expect(data.map((charge) => charge.amount_refunded)).toEqual([2900])
    await untilEventsApplied()
    const lines = await (await ledgerLines()).where('account', '=', `balance:${person.clientId}`).execute()
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    await expectBooksToAgree()
  })
})

describe('another plan', () => {
  const preview = (person: TestPerson, id: string, tag: string) =>
    call<PlanChangePreview & { error_type?: string }>(person, id, 'plan_preview', { tag })

  /** Changes the plan on the terms of its preview; returns them. */
  async function changeTo(person: TestPerson, id: string, tag: string): Promise<PlanChangePreview> {
    const { body: terms } = await preview(person, id, tag)
    const changed = await call(person, id, 'plan', { tag, at: terms.at, due_now: terms.due_now })
    expect(changed).toMatchObject({ status: 200, body: { results: [{ tag }] } })
    return terms
  }

  test('[SUB-11] changing a canceled plan keeps it: the new one renews', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    await call(person, id, 'cancel')
    await changeTo(person, id, 'nerdify_premium')
    expect((await subscriptionsOf(person)).results).toMatchObject([
      { tag: 'nerdify_premium', status: 'active', cancel_at_period_end: false },
    ])
  })

  test('[SUB-01][SUB-11] a dearer one costs its preview’s price, and changes the tag', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    const { body: terms } = await preview(person, id, 'nerdify_premium')
    expect(terms).toMatchObject({ tag: 'nerdify_premium', price: 27, credit: 0 })
    expect(terms.due_now).toBeGreaterThan(19.9)
    expect(terms.due_now).toBeLessThanOrEqual(20)
    const wanted = { tag: 'nerdify_premium', at: terms.at, due_now: terms.due_now }
    expect(await call(person, id, 'plan', { ...wanted, due_now: 1 })).toMatchObject({
      status: 409,
      body: { error_type: 'terms_changed' },
    })
    const changed = await call(person, id, 'plan', wanted)
    expect(changed.body.results).toMatchObject([{ tag: 'nerdify_premium', price: 27 }])
    expect(await tagsOf(person)).toEqual(['subscription_active', 'subscription_nerdify_premium'])
    await mail(person.email, 'Your plan is Elite now')
    await untilEventsApplied()
    await expectBooksToAgree()
  })

  test('[SUB-13] a change within the month earns no credit, and a cheaper plan returns none', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    const up = (await preview(person, id, 'nerdify_prime')).body
    await call(person, id, 'plan', { tag: up.tag, at: up.at, due_now: up.due_now })
    await untilEventsApplied()
    expect(await balanceOf(person)).toBe(0)
    await age({ id }, 32)
    expect(await balanceOf(person)).toBe(40)
    const down = (await preview(person, id, 'nerdify_basic')).body
    expect(down).toMatchObject({ due_now: 0, credit: 0, price: 7 })
    await call(person, id, 'plan', { tag: down.tag, at: down.at, due_now: 0 })
    await age({ id }, 31)
    expect(await balanceOf(person)).toBe(40)
    await mail(person.email, 'Your receipt for Premium: $7.00')
    await expectBooksToAgree()
  })

  test.each([
    ['nerdify_basic', 'nerdify_premium', true],
    ['nerdify_premium', 'nerdify_basic', false],
  ])(
    '[PUB-03][SUB-11] a month of %s that was changed to %s is not given back by itself, the next is if it was charged',
    async (first, second, charged) => {
      const person = await personWithEmail()
      const { id, customer } = await subscribe(person, first)
      await paidEarlier(id, 1_000)
      expect((await subscriptionsOf(person)).results[0]?.refundable).toBe(true)
      await changeTo(person, id, second)
      expect((await subscriptionsOf(person)).results).toMatchObject([{ tag: second, refundable: false }])
      expect(await call(person, id, 'refund')).toMatchObject({
        status: 409,
        body: { error_type: 'plan_not_refundable' },
      })
      await untilEventsApplied()
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', refundable: false }])
      const { data } = await (await cardProvider()).charges.list({ customer })
      expect(data.map((charge) => charge.amount_refunded)).toEqual(data.map(() => 0))
      const receipts = async () =>
        (await mailsTo(person.email)).filter(({ subject }) => subject.startsWith('Your receipt')).length
      await eventually(async () => (await receipts()) >= (charged ? 2 : 1))
      expect(await receipts()).toBe(charged ? 2 : 1)
      await expectBooksToAgree()
      // The provider shifts its own past by these days, too.
      await paidEarlier(id, 32 * 86_400_000)
      const at = sql<Date>`at - interval '32 days'`
      const { product } = await testProduct()
      await product.queries.updateTable('ledger_entry').set({ at }).where('client_id', '=', person.clientId).execute()
      await age({ id }, 32)
      expect((await subscriptionsOf(person)).results).toMatchObject([{ status: 'active', refundable: charged }])
    },
  )

  test('[SUB-13][PUB-03] a month that earned credit keeps its price through a third plan and after the credit is spent', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_prime')
    await paidEarlier(id, 1_000)
    for (const tag of ['nerdify_premium', 'nerdify_basic']) {
      expect((await changeTo(person, id, tag)).credit).toBe(0)
    }
    expect((await subscriptionsOf(person)).results).toMatchObject([{ tag: 'nerdify_basic', refundable: true }])
    await payOrder(person, await person.order({ use_balance: true }))
    expect(await balanceOf(person)).toBe(0)
    expect((await subscriptionsOf(person)).results).toMatchObject([{ refundable: false }])
    expect((await call(person, id, 'refund')).status).toBe(409)
    await expectBooksToAgree()
  })

  test('[SUB-07] refuses a plan of the other family, the same plan and a trial', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic')
    for (const [tag, type] of [
      ['nerdify_basic', 'plan_same'],
      ['premium_addons', 'plan_unknown'],
      ['nerdify_premium_trial', 'plan_unknown'],
    ] as const) {
      expect(await preview(person, id, tag)).toMatchObject({ status: 422, body: { error_type: type } })
    }
  })
})

describe('ownership', () => {
  test('[SUB-09] (abuse 24, abuse 32) another client’s id, subscription and customer answer 404 everywhere', async () => {
    const [one, other] = [await personWithEmail(), await personWithEmail()]
    const mine = await subscribe(one, 'nerdify_basic')
    const theirs = await subscribe(other, 'nerdify_basic')
    const path = `/api/v3/users/client/${one.clientId}`
    expect((await other.send('GET', `${path}/rawsubscriptions`)).status).toBe(404)
    expect((await other.send('POST', `${path}/create_subscription_sesssion`, { tag: 'premium_addons' })).status).toBe(
      404,
    )
    const of = { subscription_id: mine.id, customer_id: mine.customer }
    expect((await other.send('POST', `${path}/create_setup_payment_method_sesssion`, of)).status).toBe(404)
    expect((await askToChangeCard(other, of)).status).toBe(404)
    expect((await askToChangeCard(other, { ...of, subscription_id: theirs.id })).status).toBe(404)
    for (const what of ['cancel', 'resume', 'refund']) expect((await call(other, mine.id, what)).status).toBe(404)
    expect((await call(other, mine.id, 'plan_preview', { tag: 'nerdify_prime' })).status).toBe(404)
    expect((await subscriptionsOf(one)).results).toMatchObject([{ cancel_at_period_end: false, status: 'active' }])
    expect((await one.send('GET', '/api/v3/users/client/x/rawsubscriptions')).status).toBe(404)
  })

  test('[SUB-10] keeps operations’ tags next to those of the subscription', async () => {
    const person = await personWithEmail(['NOreferral'])
    const { id } = await subscribe(person, 'nerdify_basic')
    await operate('PATCH', `/clients/${person.clientId}`, { tags_add: ['NOapp'] })
    await call(person, id, 'cancel')
    expect(await tagsOf(person)).toEqual(['NOapp', 'NOreferral', 'subscription_active', 'subscription_nerdify_basic'])
  })
})
