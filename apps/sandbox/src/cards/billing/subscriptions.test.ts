import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerBank, CANCEL_URL, checkoutFor, refusalOf, SUCCESS_URL, typeCard } from '../../testing/paying.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/test-sandbox.ts'
import { monthEnd, monthsAfter } from './billing-calendar.ts'

let sandbox: TestSandbox
let customer: string
let seven: Stripe.Price
let twentySeven: Stripe.Price

const priceOf = (name: string, unit_amount: number, lookup_key: string) =>
  sandbox.stripe.prices.create({
    currency: 'usd',
    unit_amount,
    lookup_key,
    recurring: { interval: 'month' },
    product_data: { name },
  })

beforeAll(async () => {
  sandbox = await startTestSandbox()
  seven = await priceOf('Premium', 700, 'basic')
  twentySeven = await priceOf('Elite', 2700, 'elite')
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  customer = (await sandbox.stripe.customers.create({ email: 'dana@example.com' })).id
})

const goodCard = '4242424242424242'
const days = (count: number) => sandbox.control('advance', { seconds: count * 24 * 3600 })
const checkout = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  sandbox.stripe.checkout.sessions.create({
    mode: 'subscription',
    ui_mode: 'hosted_page',
    customer,
    line_items: [{ price: seven.id, quantity: 1 }],
    success_url: SUCCESS_URL,
    cancel_url: CANCEL_URL,
    ...more,
  })
const trial = { subscription_data: { trial_period_days: 30, metadata: { tag: 'basic' } } }

/** A subscription that was begun on the page with this card. */
const subscribed = async (card = goodCard, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const open = await checkout(more)
  const answer = await typeCard(open.url, card)
  expect(answer.status).toBe(303)
  const session = await sandbox.stripe.checkout.sessions.retrieve(open.id)
  return { session, id: String(session.subscription) }
}
const read = (id: string) => sandbox.stripe.subscriptions.retrieve(id)
const invoicesOf = async (subscription: string) =>
  (await sandbox.stripe.invoices.list({ subscription, limit: 100 })).data
const eventsAbout = async (id: string, types: string[]) =>
  (await sandbox.stripe.events.list({ types, limit: 100 })).data
    .filter(({ data }) => {
      const object = data.object as { id?: string; parent?: { subscription_details?: { subscription?: unknown } } }
      return object.id === id || object.parent?.subscription_details?.subscription === id
    })
    .toReversed()

describe('months', () => {
  const at = (text: string) => Date.parse(text) / 1000
  test.each([
    ['2027-01-31T10:00:00Z', 1, '2027-02-28T10:00:00Z'],
    ['2027-01-31T10:00:00Z', 2, '2027-03-31T10:00:00Z'],
    ['2027-12-15T00:00:00Z', 1, '2028-01-15T00:00:00Z'],
  ])('[SBX-01] %s and %i months: %s', (start, months, end) => {
    expect(monthsAfter(at(start), months)).toBe(at(end))
  })
  test('[SBX-01] months are counted from the first day, so that a short one does not shift the others', () => {
    expect(monthEnd(at('2027-01-31T10:00:00Z'), at('2027-02-28T10:00:00Z'))).toBe(at('2027-03-31T10:00:00Z'))
  })
})

describe('prices', () => {
  test('[SBX-01] are found by their lookup key, which one price has at a time', async () => {
    const first = await priceOf('Moved', 100, 'moved')
    expect(await refusalOf(priceOf('Moved', 200, 'moved'))).toMatchObject({ param: 'lookup_key' })
    const second = await sandbox.stripe.prices.create({
      currency: 'usd',
      unit_amount: 200,
      lookup_key: 'moved',
      product_data: { name: 'Moved' },
      recurring: { interval: 'month' },
      transfer_lookup_key: true,
    })
    const found = await sandbox.stripe.prices.list({ lookup_keys: ['moved', 'none'], active: true })
    expect(found.data).toMatchObject([{ id: second.id, unit_amount: 200, type: 'recurring' }])
    expect((await sandbox.stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
  })
})

describe('the beginning', () => {
  test('[SBX-03] the page says what is charged now and each month; paid, the subscription is active', async () => {
    const open = await checkout()
    expect(open).toMatchObject({
      mode: 'subscription',
      amount_total: 700,
      payment_status: 'unpaid',
      subscription: null,
    })
    const page = await (await fetch(open.url ?? '')).text()
    expect(page).toContain('Subscribe to Premium')
    expect(page).toContain('then $7.00 each month')
    expect(page).toContain('>Subscribe for $7.00</button>')
    await typeCard(open.url, goodCard)
    const session = await sandbox.stripe.checkout.sessions.retrieve(open.id, {
      expand: ['subscription.latest_invoice.payments', 'subscription.default_payment_method'],
    })
    const subscription = session.subscription as Stripe.Subscription
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', payment_intent: null })
    expect(subscription).toMatchObject({ status: 'active', customer, cancel_at_period_end: false })
    expect(subscription.default_payment_method).toMatchObject({ customer, card: { last4: '4242' } })
    const [item] = subscription.items.data
    expect(item?.current_period_end).toBe(monthsAfter(item?.current_period_start ?? 0, 1))
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 700, billing_reason: 'subscription_create' })
    const payment = String(invoice.payments?.data[0]?.payment.payment_intent)
    await sandbox.stripe.refunds.create({ payment_intent: payment })
    expect((await sandbox.stripe.charges.list({ payment_intent: payment })).data[0]).toMatchObject({ refunded: true })
  })

  test('[SBX-03] a trial costs nothing now; the card is saved and charged when the trial ends', async () => {
    const open = await checkout(trial)
    expect(open).toMatchObject({ amount_total: 0, payment_status: 'no_payment_required' })
    expect(await (await fetch(open.url ?? '')).text()).toContain('>Start trial</button>')
    const { id } = await subscribed(goodCard, trial)
    expect(await read(id)).toMatchObject({ status: 'trialing', metadata: { tag: 'basic' } })
    expect(await invoicesOf(id)).toMatchObject([{ status: 'paid', amount_paid: 0 }])
    await days(26)
    expect(await eventsAbout(id, ['customer.subscription.trial_will_end'])).toHaveLength(0)
    await days(2)
    expect(await eventsAbout(id, ['customer.subscription.trial_will_end'])).toHaveLength(1)
    await days(3)
    expect(await read(id)).toMatchObject({ status: 'active' })
    expect(await invoicesOf(id)).toMatchObject([
      { status: 'paid', amount_paid: 700, billing_reason: 'subscription_cycle' },
      { amount_paid: 0 },
    ])
  })

  test('[SBX-03] a declined card begins nothing; the same page takes another one', async () => {
    for (const more of [{}, trial]) {
      const open = await checkout(more)
      const declined = await typeCard(open.url, '4000000000000002')
      expect(declined.html).toContain('Your card was declined.')
      expect((await sandbox.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(0)
      await typeCard(open.url, goodCard)
      expect((await sandbox.stripe.subscriptions.list({ customer })).data).toHaveLength(1)
      customer = (await sandbox.stripe.customers.create({})).id
    }
  })

  test.each([[{}], [trial]])('[SBX-03] 3-D Secure: not confirmed begins nothing, confirmed does: %j', async (more) => {
    const open = await checkout(more)
    const asked = await typeCard(open.url, '4000002500003155')
    const back = await answerBank(sandbox, asked.location, 'fail')
    expect(await (await fetch(sandbox.url + back.location)).text()).toContain('unable to authenticate')
    const again = await typeCard(open.url, '4000002500003155')
    expect((await answerBank(sandbox, again.location, 'complete')).location).toContain(open.id)
    const [subscription] = (await sandbox.stripe.subscriptions.list({ customer })).data
    await days(31)
    await days(31)
    expect(await read(subscription?.id ?? '')).toMatchObject({ status: 'active' })
  })

  test('[SBX-03] what the real provider refuses is refused', async () => {
    const refused = (more: Partial<Stripe.Checkout.SessionCreateParams>) => refusalOf(checkout(more))
    const once = { currency: 'usd', unit_amount: 700, product_data: { name: 'Once' } }
    expect(await refused({ line_items: [{ price: 'price_none', quantity: 1 }] })).toMatchObject({
      code: 'resource_missing',
    })
    expect(await refused({ line_items: [{ price_data: once, quantity: 1 }] })).toMatchObject({ param: 'line_items' })
    expect(await refused({ mode: 'payment' })).toMatchObject({ param: 'mode' })
    expect(await refused({ payment_intent_data: { metadata: { a: 'x' } } })).toMatchObject({
      param: 'payment_intent_data',
    })
    expect(await refused({ mode: 'setup' })).toMatchObject({ param: 'line_items' })
    const none = { mode: 'setup', customer, success_url: SUCCESS_URL } as const
    expect(await refusalOf(sandbox.stripe.checkout.sessions.create(none))).toMatchObject({ param: 'currency' })
  })

  test('[SBX-03] an expired page ends what it began', async () => {
    const open = await checkout(trial)
    await typeCard(open.url, '4000000000000002')
    await sandbox.stripe.checkout.sessions.expire(open.id)
    expect((await typeCard(open.url, goodCard)).status).toBe(410)
    expect((await sandbox.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(0)
  })
})

describe('the months', () => {
  test('[SBX-01] renew by the clock, each with its invoice, also several at once', async () => {
    const { id } = await subscribed()
    const start = (await read(id)).items.data[0]?.current_period_start ?? 0
    await days(95)
    expect((await invoicesOf(id)).map(({ amount_paid }) => amount_paid)).toEqual([700, 700, 700, 700])
    expect((await read(id)).items.data[0]?.current_period_end).toBe(monthsAfter(start, 4))
    expect(await eventsAbout(id, ['invoice.paid'])).toHaveLength(4)
  })

  test('(abuse 23) a card that fails is tried on day 0, 1, 3, 7 and 14, then the subscription ends', async () => {
    const { id } = await subscribed('4000000000000341', trial)
    await days(31)
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ status: 'open', amount_due: 700, attempt_count: 2 })
    await days(12)
    expect(await read(id)).toMatchObject({ status: 'past_due' })
    await days(2)
    expect(await read(id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    const failures = await eventsAbout(id, ['invoice.payment_failed'])
    expect(failures).toHaveLength(5)
    expect(await eventsAbout(id, ['customer.subscription.deleted'])).toHaveLength(1)
  })

  test('(abuse 23) a new card, saved on a page of its own, pays the open invoice at once', async () => {
    const { id } = await subscribed('4000000000000341', trial)
    await days(31)
    const page = await sandbox.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['card'],
      setup_intent_data: { metadata: { subscription_id: id } },
      success_url: SUCCESS_URL,
      cancel_url: CANCEL_URL,
    })
    expect(page).toMatchObject({ mode: 'setup', amount_total: null, payment_status: 'no_payment_required' })
    expect(await (await fetch(page.url ?? '')).text()).toContain('>Save card</button>')
    expect((await typeCard(page.url, '4000000000000002')).html).toContain('Your card was declined.')
    await typeCard(page.url, goodCard)
    const session = await sandbox.stripe.checkout.sessions.retrieve(page.id, { expand: ['setup_intent'] })
    const card = String((session.setup_intent as Stripe.SetupIntent).payment_method)
    await sandbox.stripe.subscriptions.update(id, { default_payment_method: card })
    await sandbox.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
    const [open] = await invoicesOf(id)
    expect(await sandbox.stripe.invoices.pay(open?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 700 })
    expect(await read(id)).toMatchObject({ status: 'active', default_payment_method: card })
    expect(await refusalOf(sandbox.stripe.invoices.pay(open?.id ?? ''))).toMatchObject({ code: 'invoice_already_paid' })
    await days(31)
    expect(await read(id)).toMatchObject({ status: 'active' })
  })

  test('(abuse 23) a try by hand that fails leaves the clock its tries', async () => {
    const { id } = await subscribed('4000000000000341', trial)
    await days(30.5)
    const [open] = await invoicesOf(id)
    const error = await refusalOf(sandbox.stripe.invoices.pay(open?.id ?? ''))
    expect(error).toMatchObject({ statusCode: 402, type: 'StripeCardError', decline_code: 'generic_decline' })
    const [after] = await invoicesOf(id)
    expect(after).toMatchObject({ attempt_count: 1, next_payment_attempt: open?.next_payment_attempt })
    expect(await eventsAbout(id, ['invoice.payment_failed'])).toHaveLength(2)
  })

  test('(abuse 24) a card of another customer is no card of this one', async () => {
    const { id } = await subscribed()
    const mine = String((await read(id)).default_payment_method)
    customer = (await sandbox.stripe.customers.create({})).id
    const other = await subscribed()
    const error = await refusalOf(sandbox.stripe.subscriptions.update(other.id, { default_payment_method: mine }))
    expect(error).toMatchObject({ param: 'default_payment_method' })
  })
})

test('[SBX-01] time can pass for one subscription alone', async () => {
  const first = await subscribed(goodCard, trial)
  customer = (await sandbox.stripe.customers.create({})).id
  const second = await subscribed(goodCard, trial)
  await sandbox.control('subscriptions/age', { subscription: first.id, seconds: 28 * 24 * 3600 })
  expect(await eventsAbout(first.id, ['customer.subscription.trial_will_end'])).toHaveLength(1)
  await sandbox.control('subscriptions/age', { subscription: first.id, seconds: 35 * 24 * 3600 })
  expect((await invoicesOf(first.id)).map(({ amount_paid }) => amount_paid)).toEqual([700, 700, 0])
  expect(await read(first.id)).toMatchObject({ status: 'active' })
  expect(await read(second.id)).toMatchObject({ status: 'trialing' })
  const unknown = await sandbox.control('subscriptions/age', { subscription: 'sub_none', seconds: 1 })
  expect(unknown.status).toBe(404)
})

describe('leaving', () => {
  test('[SBX-01] canceled at the end of the month it goes on until then, unless that is undone', async () => {
    const { id } = await subscribed()
    const canceled = await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(canceled).toMatchObject({ status: 'active', cancel_at: canceled.items.data[0]?.current_period_end })
    await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false })
    await days(32)
    expect(await read(id)).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null })
    await sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await days(32)
    expect(await read(id)).toMatchObject({ status: 'canceled' })
    expect(await invoicesOf(id)).toHaveLength(2)
    const change = sandbox.stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect((await refusalOf(change)).message).toContain('A canceled subscription')
  })

  test('[SBX-01] ended at once it is over and charges no more', async () => {
    const { id } = await subscribed()
    const comment = 'refunded within 30 days'
    const ended = await sandbox.stripe.subscriptions.cancel(id, { cancellation_details: { comment } })
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { comment } })
    expect(await refusalOf(sandbox.stripe.subscriptions.cancel(id))).toMatchObject({ statusCode: 404 })
    await days(40)
    expect(await invoicesOf(id)).toHaveLength(1)
  })
})

describe('another plan', () => {
  const change = async (id: string, price: Stripe.Price) => {
    const item = (await read(id)).items.data[0]?.id ?? ''
    const proration_date = Math.floor(Date.now() / 1000)
    return { items: [{ id: item, price: price.id }], proration_behavior: 'always_invoice' as const, proration_date }
  }

  test('[SBX-01] a dearer one costs the difference for the rest of the month, as its preview said', async () => {
    await sandbox.control('reset')
    seven = await priceOf('Premium', 700, 'basic')
    twentySeven = await priceOf('Elite', 2700, 'elite')
    customer = (await sandbox.stripe.customers.create({})).id
    const { id } = await subscribed()
    const terms = await change(id, twentySeven)
    const preview = await sandbox.stripe.invoices.createPreview({
      subscription: id,
      subscription_details: terms,
    })
    expect(preview.amount_due).toBe(2000)
    await sandbox.stripe.subscriptions.update(id, { ...terms, payment_behavior: 'error_if_incomplete' })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ amount_paid: 2000, billing_reason: 'subscription_update' })
    expect((await read(id)).items.data[0]?.price.id).toBe(twentySeven.id)

    const back = await change(id, seven)
    await sandbox.stripe.subscriptions.update(id, back)
    expect((await sandbox.stripe.customers.retrieve(customer)) as Stripe.Customer).toMatchObject({ balance: -2000 })
    await days(32)
    expect((await invoicesOf(id))[0]).toMatchObject({ total: 700, amount_due: 0, status: 'paid' })
    expect((await sandbox.stripe.customers.retrieve(customer)) as Stripe.Customer).toMatchObject({ balance: -1300 })
  })

  test('[SBX-01] with a card that is declined it stays as it was', async () => {
    const { id } = await subscribed()
    const page = await sandbox.stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'usd',
      customer,
      success_url: SUCCESS_URL,
    })
    await typeCard(page.url, '4000000000000341')
    const card = (await sandbox.stripe.paymentMethods.list({ customer })).data[0]?.id ?? ''
    await sandbox.stripe.subscriptions.update(id, { default_payment_method: card })
    const terms = await change(id, twentySeven)
    const error = await refusalOf(
      sandbox.stripe.subscriptions.update(id, { ...terms, payment_behavior: 'error_if_incomplete' }),
    )
    expect(error).toMatchObject({ statusCode: 402 })
    expect((await read(id)).items.data[0]?.price.unit_amount).toBe(700)
    expect(await read(id)).toMatchObject({ status: 'active' })
    expect(await invoicesOf(id)).toHaveLength(1)
  })

  test('[SBX-01] during a trial it changes what is charged afterwards, and nothing now', async () => {
    const { id } = await subscribed(goodCard, trial)
    const terms = await change(id, twentySeven)
    const preview = await sandbox.stripe.invoices.createPreview({
      subscription: id,
      subscription_details: terms,
    })
    expect(preview.amount_due).toBe(0)
    await sandbox.stripe.subscriptions.update(id, terms)
    expect(await read(id)).toMatchObject({ status: 'trialing' })
    await days(31)
    expect((await invoicesOf(id))[0]).toMatchObject({ amount_paid: 2700 })
  })
})

describe('a month that begins anew', () => {
  const anew = { billing_cycle_anchor: { type: 'now' }, proration_behavior: 'none' } as const

  test('[SBX-01] is charged whole, and the following months are counted from it', async () => {
    const { id } = await subscribed()
    await days(10)
    const changed = await sandbox.stripe.subscriptions.update(id, anew)
    expect(changed.status).toBe('active')
    expect((await invoicesOf(id)).map(({ amount_paid: paid }) => paid)).toEqual([700, 700])
    const item = changed.items.data[0]
    expect(item?.current_period_end).toBe(monthEnd(item?.current_period_start ?? 0, item?.current_period_start ?? 0))
    expect(changed.billing_cycle_anchor).toBe(item?.current_period_start)
  })

  test('[SBX-01] by a card that fails makes the subscription past due, and the clock tries again', async () => {
    const { id } = await subscribed()
    const failing = await sandbox.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const changed = await sandbox.stripe.subscriptions.update(id, { ...anew, default_payment_method: failing.id })
    expect(changed.status).toBe('past_due')
    const [open] = await invoicesOf(id)
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 700 })
    expect(open?.next_payment_attempt).not.toBeNull()
  })
})

describe('a card that was saved with a subscription', () => {
  type Filter = 'always' | 'limited'
  const order = (filters?: Filter[]) =>
    sandbox.stripe.checkout.sessions.create({
      ...checkoutFor(4800),
      customer,
      ...(filters && { saved_payment_method_options: { allow_redisplay_filters: filters } }),
    })
  const pageOf = async ({ url }: Stripe.Checkout.Session) => (await fetch(url ?? '')).text()
  const offered = (page: string) => /name="saved_card" value="(pm_\w+)" checked/.exec(page)?.[1]
  const choose = ({ url }: Stripe.Checkout.Session, saved_card: string) =>
    fetch(url ?? '', { method: 'POST', body: new URLSearchParams({ saved_card }), redirect: 'manual' })

  test('[SBX-03] is offered where the caller asks for such cards, and pays with one click', async () => {
    await subscribed()
    expect(offered(await pageOf(await order()))).toBeUndefined()
    expect(offered(await pageOf(await order(['always'])))).toBeUndefined()
    const open = await order(['always', 'limited'])
    const page = await pageOf(open)
    expect(page).toContain('Visa ending in 4242')
    expect(page).toContain('expires 12 / 34')
    expect((await choose(open, offered(page) ?? '')).status).toBe(303)
    expect(await sandbox.stripe.checkout.sessions.retrieve(open.id)).toMatchObject({ payment_status: 'paid' })
  })

  test('[SBX-03] a declined one stays chosen and says so; 3-D Secure that was passed to save it is not asked again', async () => {
    await subscribed('4000000000000341', trial)
    const declined = await order(['limited'])
    const card = offered(await pageOf(declined)) ?? ''
    const again = await (await choose(declined, card)).text()
    expect(again).toContain('Your card was declined.')
    expect(offered(again)).toBe(card)

    customer = (await sandbox.stripe.customers.create({})).id
    const asked = await typeCard((await checkout()).url, '4000002500003155')
    await answerBank(sandbox, asked.location, 'complete')
    const open = await order(['limited'])
    expect((await choose(open, offered(await pageOf(open)) ?? '')).headers.get('location')).toContain(open.id)
  })

  test('[SBX-03] another customer’s card is not taken, and a card that has expired is not offered', async () => {
    await subscribed()
    const own = offered(await pageOf(await order(['limited']))) ?? ''
    const { id: another, created: now } = await sandbox.stripe.customers.create({})
    customer = another
    const foreign = await choose(await order(['limited']), own)
    expect(await foreign.text()).toContain('Enter your card number.')
    const soon = new Date((now + 40 * 24 * 3600) * 1000)
    await typeCard((await checkout()).url, goodCard, { expiry: `${soon.getUTCMonth() + 1} / ${soon.getUTCFullYear()}` })
    expect(offered(await pageOf(await order(['limited'])))).toBeDefined()
    await days(75)
    expect(offered(await pageOf(await order(['limited'])))).toBeUndefined()
  })
})

describe('a subscription that the API begins', () => {
  const attach = (card: string) => sandbox.stripe.paymentMethods.attach(card, { customer })
  const begin = (default_payment_method: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    sandbox.stripe.subscriptions.create({
      customer,
      items: [{ price: seven.id }],
      default_payment_method,
      payment_behavior: 'error_if_incomplete',
      metadata: { of: 'dana' },
      ...more,
    })

  test('[SBX-03] the provider’s own test cards become the customer’s; a good one pays the first month', async () => {
    const card = await attach('pm_card_visa')
    expect(card).toMatchObject({ customer, card: { last4: '4242' } })
    expect(card.id).not.toBe('pm_card_visa')
    const begun = await begin(card.id)
    expect(begun).toMatchObject({ status: 'active', customer, metadata: { of: 'dana' } })
    expect(await invoicesOf(begun.id)).toMatchObject([{ status: 'paid', amount_paid: 700 }])
  })

  test('[SBX-03] a card that fails begins nothing', async () => {
    const { id: card } = await attach('pm_card_chargeCustomerFail')
    expect(await refusalOf(begin(card))).toMatchObject({ statusCode: 402, code: 'card_declined' })
    expect((await sandbox.stripe.subscriptions.list({ customer })).data).toEqual([])
  })

  test('[SBX-03] one that may be incomplete waits 23 hours for its first month, and is given up then', async () => {
    const { id: card } = await attach('pm_card_chargeCustomerFail')
    const { id } = await begin(card, { payment_behavior: 'allow_incomplete' })
    expect(await read(id)).toMatchObject({ status: 'incomplete' })
    expect(await invoicesOf(id)).toMatchObject([{ status: 'open', amount_due: 700, next_payment_attempt: null }])
    await sandbox.control('advance', { seconds: 22 * 3600 })
    expect(await read(id)).toMatchObject({ status: 'incomplete' })
    await sandbox.control('advance', { seconds: 3600 })
    expect(await read(id)).toMatchObject({ status: 'incomplete_expired', ended_at: expect.any(Number) })
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ status: 'void' })
    expect(await refusalOf(sandbox.stripe.invoices.pay(String(invoice?.id)))).toMatchObject({ statusCode: 400 })
    expect((await eventsAbout(id, ['customer.subscription.updated', 'invoice.voided'])).length).toBeGreaterThan(1)
  })

  test('[SBX-03] one that is incomplete becomes active with another card, also after one more that failed', async () => {
    const { id: card } = await attach('pm_card_chargeCustomerFail')
    const { id } = await begin(card, { payment_behavior: 'allow_incomplete' })
    const [invoice] = await invoicesOf(id)
    const pay = (payment_method: string) => sandbox.stripe.invoices.pay(String(invoice?.id), { payment_method })
    expect(await refusalOf(pay(card))).toMatchObject({ statusCode: 402 })
    expect(await read(id)).toMatchObject({ status: 'incomplete' })
    await pay((await attach('pm_card_visa')).id)
    expect(await read(id)).toMatchObject({ status: 'active' })
    await days(1)
    expect(await read(id)).toMatchObject({ status: 'active' })
    const other = await begin((await attach('pm_card_visa')).id, { payment_behavior: 'allow_incomplete' })
    expect(other.status).toBe('active')
  })

  test('[SBX-03] what the real provider refuses is refused', async () => {
    const { id: card } = await attach('pm_card_visa')
    expect(await refusalOf(begin('pm_none'))).toMatchObject({ statusCode: 404 })
    expect(await refusalOf(begin(card, { items: [] }))).toMatchObject({ param: 'items' })
    customer = (await sandbox.stripe.customers.create({})).id
    expect(await refusalOf(begin(card))).toMatchObject({ param: 'default_payment_method' })
    expect(await refusalOf(sandbox.stripe.paymentMethods.attach('pm_none', { customer }))).toMatchObject({
      statusCode: 404,
    })
  })
})
