import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerBank, checkoutFor, newCustomer, refusalOf, successUrl, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'
import { monthEnd, monthsAfter } from './billing-calendar.ts'

type CheckoutParams = Partial<Stripe.Checkout.SessionCreateParams>

let sandbox: TestSandbox
let customer: string
let seven: Stripe.Price
let twentySeven: Stripe.Price

const priceOf = (name: string, unit_amount: number, lookup_key: string, transfer_lookup_key = false) =>
  sandbox.stripe.prices.create({
    currency: 'usd',
    unit_amount,
    lookup_key,
    recurring: { interval: 'month' },
    product_data: { name },
    transfer_lookup_key,
  })

beforeAll(async () => {
  sandbox = await startTestSandbox()
  seven = await priceOf('Premium', 700, 'basic')
  twentySeven = await priceOf('Elite', 2700, 'elite')
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  customer = await newCustomer(sandbox)
})

const goodCard = '4242424242424242'
const chargesFail = '4000000000000341'
const days = (count: number) => sandbox.control('advance', { seconds: count * 24 * 3600 })
const attach = async (card: string) => (await sandbox.stripe.paymentMethods.attach(card, { customer })).id
const checkout = (more: CheckoutParams = {}) =>
  sandbox.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: seven.id, quantity: 1 }],
    success_url: successUrl,
    ...more,
  })
const trial = { subscription_data: { trial_period_days: 30, metadata: { tag: 'basic' } } }
const pageOf = async (address: string | null) => (await fetch(new URL(address ?? '', sandbox.url))).text()

/** The id of a subscription begun on the card page with this card. */
const subscribed = async (card = goodCard, more: CheckoutParams = {}) => {
  const open = await checkout(more)
  expect((await typeCard(open.url, card)).status).toBe(303)
  return String((await sandbox.stripe.checkout.sessions.retrieve(open.id)).subscription)
}
const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id)
const change = (id: string, params: Stripe.SubscriptionUpdateParams) => sandbox.stripe.subscriptions.update(id, params)
const ofCustomer = async () =>
  (await sandbox.stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status)
const invoicesOf = async (subscription: string) =>
  (await sandbox.stripe.invoices.list({ subscription, limit: 100 })).data
const paidOf = async (id: string) => (await invoicesOf(id)).map(({ amount_paid }) => amount_paid)
const countOf = async (id: string, type: string) =>
  (await sandbox.stripe.events.list({ type, limit: 100 })).data.filter(({ data }) => {
    const object = data.object as { id?: string; parent?: { subscription_details?: { subscription?: unknown } } }
    return object.id === id || object.parent?.subscription_details?.subscription === id
  }).length

describe('the calendar', () => {
  const at = (text: string) => Date.parse(text) / 1000
  test.each([
    ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
    ['2027-01-31T10:00:00Z', 2, '2027-03-31T10:00:00Z'],
    ['2027-12-15T00:00:00Z', 1, '2028-01-15T00:00:00Z'],
  ])('[SBX-01] %s and %i months: %s', (start, months, end) => {
    expect(monthsAfter(at(start), months)).toBe(at(end))
  })
  test('[SBX-01] counts months from the first day, so that a short one does not shift the others', () => {
    expect(monthEnd(at('2027-01-31T10:00:00Z'), at('2027-02-28T10:00:00Z'))).toBe(at('2027-03-31T10:00:00Z'))
  })
})

test('[SBX-01] finds prices by their lookup key, which one price has at a time', async () => {
  const first = await priceOf('Moved', 100, 'moved')
  expect(await refusalOf(priceOf('Moved', 200, 'moved'))).toMatchObject({ param: 'lookup_key' })
  const second = await priceOf('Moved', 200, 'moved', true)
  const found = await sandbox.stripe.prices.list({ lookup_keys: ['moved', 'none'], active: true })
  expect(found.data).toMatchObject([{ id: second.id, unit_amount: 200 }])
  expect((await sandbox.stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
})

describe('the beginning', () => {
  test('[SBX-03] the page shows today’s and the monthly charge; after payment the subscription is active', async () => {
    const open = await checkout()
    expect(open).toMatchObject({ amount_total: 700, payment_status: 'unpaid', subscription: null })
    const page = await pageOf(open.url)
    for (const words of ['Subscribe to Premium', 'then $7.00 each month', '>Subscribe for $7.00</button>']) {
      expect(page).toContain(words)
    }
    await typeCard(open.url, goodCard)
    const session = await sandbox.stripe.checkout.sessions.retrieve(open.id)
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null })
    const card = { expand: ['default_payment_method'] }
    const subscription = await sandbox.stripe.subscriptions.retrieve(String(session.subscription), card)
    expect(subscription).toMatchObject({
      status: 'active',
      customer,
      cancel_at_period_end: false,
      default_payment_method: { customer, card: { last4: '4242' } },
    })
    const [item] = subscription.items.data
    expect(item?.current_period_end).toBe(monthsAfter(item?.current_period_start ?? 0, 1))
    const payments = { expand: ['payments'] }
    const invoice = await sandbox.stripe.invoices.retrieve(String(subscription.latest_invoice), payments)
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 700, billing_reason: 'subscription_create' })
    const payment = String(invoice.payments?.data[0]?.payment.payment_intent)
    await sandbox.stripe.refunds.create({ payment_intent: payment })
    expect((await sandbox.stripe.charges.list({ payment_intent: payment })).data[0]).toMatchObject({ refunded: true })
  })

  test('[SBX-03] a trial costs nothing today; the card is saved and charged at the trial’s end', async () => {
    const open = await checkout(trial)
    expect(open).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' })
    expect(await pageOf(open.url)).toContain('>Start trial</button>')
    const id = await subscribed(goodCard, trial)
    expect(await read(id)).toMatchObject({ status: 'trialing', metadata: { tag: 'basic' } })
    expect(await paidOf(id)).toEqual([0])
    await days(26)
    expect(await countOf(id, 'customer.subscription.trial_will_end')).toBe(0)
    await days(2)
    expect(await countOf(id, 'customer.subscription.trial_will_end')).toBe(1)
    await days(3)
    expect(await read(id)).toMatchObject({ status: 'active' })
    expect((await invoicesOf(id))[0]).toMatchObject({ amount_paid: 700, billing_reason: 'subscription_cycle' })
  })

  test.each([[{}], [trial]])(
    '[SBX-03] starts nothing on a decline or failed 3-D Secure, and takes another card: %j',
    async (more) => {
      const open = await checkout(more)
      expect((await typeCard(open.url, '4000000000000002')).html).toContain('Your card was declined.')
      const bankPage = await typeCard(open.url, '4000002500003155')
      const back = await answerBank(sandbox, bankPage.location, 'fail')
      expect(await pageOf(back.location)).toContain('unable to authenticate')
      expect(await ofCustomer()).toEqual([])
      const again = await typeCard(open.url, '4000002500003155')
      expect((await answerBank(sandbox, again.location, 'complete')).location).toContain(open.id)
      await days(31)
      await days(31)
      expect(await ofCustomer()).toEqual(['active'])
    },
  )

  test('[SBX-03] refuses what the real provider refuses', async () => {
    const once = { currency: 'usd', unit_amount: 700, product_data: { name: 'Once' } }
    const refusals: [CheckoutParams, object][] = [
      [{ line_items: [{ price: 'price_none', quantity: 1 }] }, { code: 'resource_missing' }],
      [{ line_items: [{ price_data: once, quantity: 1 }] }, { param: 'line_items' }],
      [{ mode: 'payment' }, { param: 'mode' }],
      [{ payment_intent_data: { metadata: { a: 'x' } } }, { param: 'payment_intent_data' }],
      [{ mode: 'setup' }, { param: 'line_items' }],
    ]
    for (const [params, refusal] of refusals) expect(await refusalOf(checkout(params))).toMatchObject(refusal)
    const none = { mode: 'setup', customer, success_url: successUrl } as const
    expect(await refusalOf(sandbox.stripe.checkout.sessions.create(none))).toMatchObject({ param: 'currency' })
  })
})

describe('renewals', () => {
  test('[SBX-01] renew by the clock, each with its invoice, also several at once', async () => {
    const id = await subscribed()
    const start = (await read(id)).items.data[0]?.current_period_start ?? 0
    await days(95)
    expect(await paidOf(id)).toEqual([700, 700, 700, 700])
    expect((await read(id)).items.data[0]?.current_period_end).toBe(monthsAfter(start, 4))
    expect(await countOf(id, 'invoice.paid')).toBe(4)
  })

  test('(abuse 23) retries a failed card on day 0, 1, 3, 7 and 14, then ends the subscription', async () => {
    const id = await subscribed(chargesFail, trial)
    await days(31)
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ status: 'open', amount_due: 700, attempt_count: 2 })
    await days(12)
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    await days(2)
    expect(await read(id)).toMatchObject({ status: 'canceled' })
    expect(await countOf(id, 'invoice.payment_failed')).toBe(5)
    expect(await countOf(id, 'customer.subscription.deleted')).toBe(1)
  })

  test('(abuse 23) keeps the clock’s retries after a failed manual one; a new card pays at once', async () => {
    const id = await subscribed(chargesFail, trial)
    await days(30.5)
    const [open] = await invoicesOf(id)
    const pay = () => sandbox.stripe.invoices.pay(open?.id ?? '')
    const declined = { statusCode: 402, type: 'StripeCardError', decline_code: 'generic_decline' }
    expect(await refusalOf(pay())).toMatchObject(declined)
    const [after] = await invoicesOf(id)
    expect(after).toMatchObject({ attempt_count: 1, next_payment_attempt: open?.next_payment_attempt })
    expect(await countOf(id, 'invoice.payment_failed')).toBe(2)

    const page = await sandbox.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer,
      setup_intent_data: { metadata: { subscription_id: id } },
      success_url: successUrl,
    })
    expect(page).toMatchObject({ mode: 'setup', amount_total: null, payment_status: 'no_payment_required' })
    expect(await pageOf(page.url)).toContain('>Save card</button>')
    expect((await typeCard(page.url, '4000000000000002')).html).toContain('Your card was declined.')
    await typeCard(page.url, goodCard)
    const session = await sandbox.stripe.checkout.sessions.retrieve(page.id, { expand: ['setup_intent'] })
    const card = String((session.setup_intent as Stripe.SetupIntent).payment_method)
    await change(id, { default_payment_method: card })
    await sandbox.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
    expect(await pay()).toMatchObject({ status: 'paid', amount_paid: 700 })
    expect(await read(id)).toMatchObject({ status: 'active', default_payment_method: card })
    expect(await refusalOf(pay())).toMatchObject({ code: 'invoice_already_paid' })
    await days(31)
    expect(await read(id)).toMatchObject({ status: 'active' })
  })

  test('[SBX-01] (abuse 23) retries no open invoice of a subscription that was canceled', async () => {
    const id = await subscribed(chargesFail, trial)
    await days(30.5)
    await change(id, { default_payment_method: await attach('pm_card_visa') })
    expect(await sandbox.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
    await days(20)
    expect(await paidOf(id)).toEqual([0, 0])
    expect((await invoicesOf(id))[0]).toMatchObject({ status: 'open', next_payment_attempt: null })
  })

  test('[SBX-01] advances time for one subscription alone', async () => {
    const first = await subscribed(goodCard, trial)
    const second = await subscribed(goodCard, trial)
    const age = (subscription: string, count: number) =>
      sandbox.control('subscriptions/age', { subscription, seconds: count * 24 * 3600 })
    await age(first, 28)
    expect(await countOf(first, 'customer.subscription.trial_will_end')).toBe(1)
    await age(first, 35)
    expect(await paidOf(first)).toEqual([700, 700, 0])
    expect([(await read(first)).status, (await read(second)).status]).toEqual(['active', 'trialing'])
    expect((await age('sub_none', 1)).status).toBe(404)
  })

  test('[SBX-01] runs a canceled subscription to the end of its month, then charges nothing', async () => {
    const id = await subscribed()
    expect(await change(id, { cancel_at_period_end: true })).toMatchObject({ status: 'active' })
    await days(40)
    expect(await read(id)).toMatchObject({ status: 'canceled' })
    expect(await invoicesOf(id)).toHaveLength(1)
    const undone = await refusalOf(change(id, { cancel_at_period_end: false }))
    expect(undone.message).toContain('A canceled subscription')
    expect(await refusalOf(sandbox.stripe.subscriptions.cancel(id))).toMatchObject({ statusCode: 404 })
  })
})

describe('another plan', () => {
  const terms = async (id: string, price: Stripe.Price) => {
    const { id: item = '', current_period_start: proration_date = 0 } = (await read(id)).items.data[0] ?? {}
    return { items: [{ id: item, price: price.id }], proration_behavior: 'always_invoice' as const, proration_date }
  }
  const preview = (subscription: string, subscription_details: Awaited<ReturnType<typeof terms>>) =>
    sandbox.stripe.invoices.createPreview({ subscription, subscription_details })
  const balance = async () => ((await sandbox.stripe.customers.retrieve(customer)) as Stripe.Customer).balance

  test('[SBX-01] charges the difference to a dearer plan as previewed, and credits an excess', async () => {
    const id = await subscribed()
    const dearer = await terms(id, twentySeven)
    expect((await preview(id, dearer)).amount_due).toBe(2000)
    await change(id, { ...dearer, payment_behavior: 'error_if_incomplete' })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ amount_paid: 2000, billing_reason: 'subscription_update' })
    expect((await read(id)).items.data[0]?.price.id).toBe(twentySeven.id)
    await change(id, await terms(id, seven))
    expect(await balance()).toBe(-2000)
    await days(32)
    expect((await invoicesOf(id))[0]).toMatchObject({ total: 700, amount_due: 0, status: 'paid' })
    expect(await balance()).toBe(-1300)
  })

  test('[SBX-01] keeps the plan if the card is declined', async () => {
    const id = await subscribed()
    await change(id, { default_payment_method: await attach('pm_card_chargeCustomerFail') })
    const dearer = { ...(await terms(id, twentySeven)), payment_behavior: 'error_if_incomplete' } as const
    expect(await refusalOf(change(id, dearer))).toMatchObject({ statusCode: 402 })
    expect(await read(id)).toMatchObject({ status: 'active', items: { data: [{ price: { unit_amount: 700 } }] } })
    expect(await invoicesOf(id)).toHaveLength(1)
  })

  test('[SBX-01] charges a restarted month in full, counts from it, and is past due on a failure', async () => {
    const id = await subscribed()
    await days(10)
    const restart = { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' } as const
    const changed = await change(id, restart)
    expect(changed.status).toBe('active')
    expect(await paidOf(id)).toEqual([700, 700])
    const { current_period_start: start = 0, current_period_end: end } = changed.items.data[0] ?? {}
    expect([changed.billing_cycle_anchor, end]).toEqual([start, monthEnd(start, start)])
    const failing = await change(id, { ...restart, default_payment_method: await attach('pm_card_chargeCustomerFail') })
    expect(failing.status).toBe('past_due')
    const [open] = await invoicesOf(id)
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: expect.any(Number) })
  })
})

describe('a card that was saved with a subscription', () => {
  type Filter = 'always' | 'limited'
  const order = (...allow_redisplay_filters: Filter[]) =>
    sandbox.stripe.checkout.sessions.create({
      ...checkoutFor(4800),
      customer,
      ...(allow_redisplay_filters.length > 0 && { saved_payment_method_options: { allow_redisplay_filters } }),
    })
  const offered = (page: string) => /name="saved_card" value="(pm_\w+)" checked/.exec(page)?.[1]
  const offeredOn = async ({ url }: Stripe.Checkout.Session) => offered(await pageOf(url)) ?? 'none'
  const choose = ({ url }: Stripe.Checkout.Session, saved_card: string) =>
    fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ saved_card }), redirect: 'manual' })

  test('[SBX-03] keeps a declined card chosen, and asks 3-D Secure only once', async () => {
    await subscribed(chargesFail, trial)
    const declined = await order('limited')
    const card = await offeredOn(declined)
    const again = await (await choose(declined, card)).text()
    expect(again).toContain('Your card was declined.')
    expect(offered(again)).toBe(card)

    customer = await newCustomer(sandbox)
    const bankPage = await typeCard((await checkout()).url, '4000002500003155')
    await answerBank(sandbox, bankPage.location, 'complete')
    const open = await order('limited')
    expect((await choose(open, await offeredOn(open))).headers.get('location')).toContain(open.id)
  })

  test('[SBX-03] (abuse 24) refuses another customer’s card, and does not offer an expired one', async () => {
    const own = String((await read(await subscribed())).default_payment_method)
    const { id, created: now } = await sandbox.stripe.customers.create({})
    customer = id
    expect(await (await choose(await order('limited'), own)).text()).toContain('Enter your card number.')
    const soon = new Date((now + 40 * 24 * 3600) * 1000)
    const expiry = `${soon.getUTCMonth() + 1} / ${soon.getUTCFullYear()}`
    await typeCard((await checkout()).url, goodCard, { expiry })
    expect(await offeredOn(await order('limited'))).not.toBe('none')
    const [mine] = (await sandbox.stripe.subscriptions.list({ customer })).data
    const stolen = await refusalOf(change(mine?.id ?? '', { default_payment_method: own }))
    expect(stolen).toMatchObject({ param: 'default_payment_method' })
    await days(75)
    expect(await offeredOn(await order('limited'))).toBe('none')
  })
})

describe('a subscription that the API begins', () => {
  const begin = (default_payment_method: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: seven.id }],
      default_payment_method,
      payment_behavior: 'error_if_incomplete',
      metadata: { of: 'dana' },
      ...more,
    })
  const mayFail = { payment_behavior: 'allow_incomplete' } as const

  test('[SBX-03] starts with a good test card only, and not with another customer’s', async () => {
    const card = await attach('pm_card_visa')
    expect(card).not.toBe('pm_card_visa')
    const begun = await begin(card)
    expect(begun).toMatchObject({ status: 'active', customer, metadata: { of: 'dana' } })
    expect(await paidOf(begun.id)).toEqual([700])
    expect((await begin(card, mayFail)).status).toBe('active')

    customer = await newCustomer(sandbox)
    const failing = await attach('pm_card_chargeCustomerFail')
    expect(await refusalOf(begin(failing))).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect(await refusalOf(begin(card))).toMatchObject({ param: 'default_payment_method' })
    expect(await refusalOf(begin('pm_none'))).toMatchObject({ statusCode: 404 })
    expect(await refusalOf(begin(failing, { items: [] }))).toMatchObject({ param: 'items' })
    expect(await refusalOf(attach('pm_none'))).toMatchObject({ statusCode: 404 })
    expect(await ofCustomer()).toEqual([])
  })

  test('[SBX-03] an incomplete subscription becomes active with another card, even after a second failure', async () => {
    const { id } = await begin(await attach('pm_card_chargeCustomerFail'), mayFail)
    const [invoice] = await invoicesOf(id)
    const pay = () => sandbox.stripe.invoices.pay(String(invoice?.id))
    expect(await refusalOf(pay())).toMatchObject({ statusCode: 402 })
    expect(await read(id)).toMatchObject({ status: 'incomplete' })
    await change(id, { default_payment_method: await attach('pm_card_visa') })
    await pay()
    await days(1)
    expect(await read(id)).toMatchObject({ status: 'active' })
  })
})
