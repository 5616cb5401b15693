import type { Order, OrderPage, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import {
  amountOnCardPage,
  followPaymentLink,
  isCardPageClosed,
  payOnCardPage,
  sessionIn,
  testCards,
} from '../testing/cards/card-page.ts'
import { receiptSignature } from '../keys/receipt-link.ts'
import { ledgerLines } from '../testing/cards/books.ts'
import { cardEvents, cardProvider, providerUnderTest } from '../testing/cards/card-provider.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import {
  askToSubscribe,
  meOf,
  personWithEmail,
  subscribe,
  subscriptionsOf,
  untilEventsApplied,
} from '../testing/subscribing.ts'
import { eventually, send, signedInPerson, type TestPerson, textsTo } from '../testing/test-client.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'
import { pollStaleAttempts } from './page/poll-attempts.ts'

const read = async (person: TestPerson, id: string) => (await person.send<Order>('GET', `/api/v3/orders/${id}`)).body
const check = (person: TestPerson, id: string) =>
  person.send<PaymentCheckAnswer>('POST', `/api/v3/orders/${id}/payment_check`)
const untilPaid = (person: TestPerson, id: string) =>
  eventually(async () => {
    const order = await read(person, id)
    return order.isPaid && order
  })

/** The ledger's sum of an order, and whether every entry's lines sum to zero. */
async function ledgerOf(order: Order) {
  const lines = await (await ledgerLines()).where('order_id', '=', order.id).execute()
  expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(0)
  return lines.filter((line) => line.account === `order:${order.id}`).map((line) => line.cents)
}

afterEach(async () => {
  await cardEvents()
  const { clock } = await testProduct()
  clock.reset()
})

describe('paying an order', () => {
  test('[PAY-01][PAY-03] the signed event makes the order paid before the browser returns', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const page = await followPaymentLink(order.payment_link)
    expect(page.status).toBe(303)
    expect(await amountOnCardPage(page.location)).toBe(4800)
    const session = await (await cardProvider()).checkout.sessions.retrieve(sessionIn(page.location))
    expect(session).toMatchObject({ currency: 'usd', payment_method_types: ['card'] })
    const paid = await payOnCardPage(page.location)
    expect(paid.location).toContain(`/order/${order.id}/thank-you`)
    expect(await untilPaid(person, order.id)).toMatchObject({
      client_paid: 48,
      client_status: 'In progress',
      system_client_status: null,
      isLocked: true,
      isCanShowStatusBar: true,
      date_label: { label: 'Expected on' },
    })
    expect(await ledgerOf(order)).toEqual([4800])
    const list = await person.send<OrderPage>('GET', '/api/v3/orders?page=0&filter=paid')
    expect(list.body.total).toBe(1)
  })

  test('[PAY-03] the return page without a session reports its own payment only (abuse 9)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const asked = (order_id: string, token: string) =>
      send<{ status: string }>('POST', '/api/v1/payment_return', { body: { order_id, token } })
    const paid = await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    const token = /#paid-([\w-]+)$/.exec(paid.location ?? '')?.[1] ?? ''
    expect(await eventually(async () => (await asked(order.id, token)).body.status === 'paid')).toBe(true)
    expect((await asked(order.id, token)).body).toEqual({ status: 'paid' })
    const other = await person.order()
    const refusals = [await asked(other.id, token), await asked(order.id, 'x'), await asked('nonsense', token)]
    for (const { status } of refusals) expect(status).toBe(404)
    const { settings } = await testProduct()
    const ofOlderBuild = receiptSignature(settings.secret, order.id)
    expect((await asked(order.id, ofOlderBuild)).body).toEqual({ status: 'paid' })
    // The payer may be another person, who gets neither the receipts nor the order’s title (SAFE-12).
    for (const path of [`/o/receipts/${order.number}-${token}`, `/o/receipts/${order.number}-${token}/deadline.ics`])
      expect((await send('GET', path)).status).toBe(404)
  })

  test('[PAY-03] the thank-you page finds a payment without an event; late events are no-ops (abuse 5)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ held: true })
    const { location } = await followPaymentLink(order.payment_link)
    expect((await check(person, order.id)).body.status).toBe('unpaid')
    await payOnCardPage(location)
    expect((await check(person, order.id)).body).toMatchObject({ status: 'paid', order: { client_paid: 48 } })
    await cardEvents()
    await (await providerUnderTest()).untilIdle()
    expect(await ledgerOf(order)).toEqual([4800])
    expect(await read(person, order.id)).toMatchObject({ client_paid: 48 })
  })

  test('[PAY-03] the poller finds a payment without an event (abuse 5)', async () => {
    const { product, clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    // Rounds run each minute, and a payment must appear within two.
    clock.advance(60_001)
    // Rounds start with the oldest attempts, and other tests left some open.
    for (let asked = 1; asked > 0; ) asked = await pollStaleAttempts(nothingPutOff(product))
    expect(await untilPaid(person, order.id)).toMatchObject({ isPaid: true, client_paid: 48 })
  })

  test('[PAY-04] a refused card leaves the order unpaid, mails nobody, and can be replaced (abuse 14)', async () => {
    const { product } = await testProduct()
    const person = await personWithEmail()
    const order = await person.order()
    const { location } = await followPaymentLink(order.payment_link)
    const messages = async () => {
      await untilEventsApplied()
      const rows = product.queries.selectFrom('outbox').select('template').orderBy('id')
      const ours = await rows.where('to_address', 'in', [person.phone, person.email]).execute()
      return ours.map(({ template }) => template)
    }
    const before = await messages()
    for (const [card, words] of [
      [testCards.declined, /declined/],
      [testCards.empty, /insufficient funds/],
      [testCards.expired, /expired/],
      [testCards.wrongCvc, /(security code|CVC) is incorrect/],
    ] as const) {
      const refused = await payOnCardPage(location, card)
      expect(refused.location).toBeNull()
      expect(refused.words).toMatch(words)
    }
    expect((await check(person, order.id)).body).toMatchObject({ status: 'unpaid', order: { isPaid: false } })
    expect(await messages()).toEqual(before)
    expect((await followPaymentLink(order.payment_link)).location).toBe(location)
    await payOnCardPage(location)
    await untilPaid(person, order.id)
    expect(await ledgerOf(order)).toEqual([4800])
    // The payment itself is announced, so the silence before was intended.
    expect((await messages()).length).toBeGreaterThan(before.length)
  })

  test('[PAY-02] the card is typed at the provider; its number and our secrets are never stored or sent', async () => {
    const { product, settings, url } = await testProduct()
    const person = await personWithEmail()
    const order = await person.order()
    const { location } = await followPaymentLink(order.payment_link)
    expect([url, settings.publicUrl]).not.toContain(new URL(location).origin)
    await payOnCardPage(location)
    await subscribe(person, 'nerdify_basic')
    await untilPaid(person, order.id)
    const answers = await Promise.all([
      check(person, order.id),
      read(person, order.id),
      askToSubscribe(person, 'premium_addons'),
      subscriptionsOf(person),
      meOf(person),
    ])
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
      product.queries,
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const secret of [testCards.good, settings.stripe.secretKey, settings.stripe.webhookSecret]) {
      expect(JSON.stringify(answers)).not.toContain(secret)
      for (const { name } of tables) {
        const { rows } = await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${secret}%`}`.execute(
          product.queries,
        )
        expect([name, rows]).toEqual([name, []])
      }
    }
  })

  test('[PAY-04] a foreign currency is not booked; another amount is, and the rest stays due', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    const asked = await followPaymentLink(order.payment_link)
    const stripe = await cardProvider()
    const { client_reference_id: attempt } = await stripe.checkout.sessions.retrieve(sessionIn(asked.location))
    const payInstead = async (currency: string, cents: number) => {
      const other = await stripe.checkout.sessions.create({
        mode: 'payment',
        ui_mode: 'hosted_page',
        allowed_payment_method_types: ['card'],
        client_reference_id: String(attempt),
        line_items: [{ quantity: 1, price_data: { currency, unit_amount: cents, product_data: { name: 'Another' } } }],
        success_url: 'http://localhost/paid',
      })
      await payOnCardPage(String(other.url))
    }
    await payInstead('eur', 4800)
    await untilEventsApplied()
    expect(await ledgerOf(order)).toEqual([])
    expect(await read(person, order.id)).toMatchObject({ client_paid: 0, isPaid: false })
    await payInstead('usd', 100)
    const paid = await eventually(async () => {
      const now = await read(person, order.id)
      return now.client_paid > 0 && now
    })
    expect(paid).toMatchObject({ client_paid: 1, isPaid: false, price: 48 })
    expect(await ledgerOf(order)).toEqual([100])
    const { rows } = await sql`select status, cents from payment_attempt where id = ${attempt}`.execute(product.queries)
    expect(rows).toEqual([{ status: 'mismatch', cents: 4800 }])
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(4700)
  })

  test('[PAY-04] the order is paid only if the bank’s question is answered rightly (abuse 15)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const { location } = await followPaymentLink(order.payment_link)
    for (const bank of ['abandon', 'fail'] as const) {
      const asked = await payOnCardPage(location, testCards.asksBank, { bank })
      expect(asked).toMatchObject({ location: null, closed: false })
      expect((await check(person, order.id)).body).toMatchObject({ status: 'unpaid', order: { client_paid: 0 } })
      expect(await ledgerOf(order)).toEqual([])
    }
    const paid = await payOnCardPage(location, testCards.asksBank, { bank: 'complete' })
    expect(paid.location).toContain(`/order/${order.id}/thank-you`)
    expect(await untilPaid(person, order.id)).toMatchObject({ client_paid: 48 })
  })

  test('[PAY-07] eight simultaneous presses open one page, and two payments charge once (abuse 1)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const pages = await Promise.all(Array.from({ length: 8 }, () => followPaymentLink(order.payment_link)))
    expect(new Set(pages.map((page) => page.location)).size).toBe(1)
    const page = pages[0]?.location ?? ''
    await Promise.all([payOnCardPage(page), payOnCardPage(page)])
    await untilPaid(person, order.id)
    expect(await ledgerOf(order)).toEqual([4800])
    const again = await followPaymentLink(order.payment_link)
    expect(again.location).toBe(`/order/${order.id}/thank-you`)
  })

  test('[PAY-04] a new price closes the open page and opens one with the new price (abuse 10)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    const before = await followPaymentLink(order.payment_link)
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { size: '4 Pages' })
    const after = await followPaymentLink(order.payment_link)
    expect(after.location).not.toBe(before.location)
    expect(await amountOnCardPage(after.location)).toBe(9600)
    expect(await isCardPageClosed(before.location)).toBe(true)
    expect((await payOnCardPage(before.location)).location).toBeNull()
    expect((await read(person, order.id)).isPaid).toBe(false)
  })

  test('[PAY-07] a payment just before the price fell is booked and its surplus refunded (abuse 10)', async () => {
    const person = await signedInPerson()
    const order = await person.order({ size: '3 Pages' })
    await cardEvents({ held: true })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    await person.send('PATCH', `/api/v3/orders/${order.id}`, { size: '2 Pages' })
    await cardEvents()
    await check(person, order.id)
    const settled = await eventually(async () => {
      const now = await read(person, order.id)
      return now.client_paid === 48 && now
    })
    expect(settled).toMatchObject({ isPaid: true, price: 48, refunded: 0 })
    expect((await ledgerOf(order)).toSorted((a, b) => b - a)).toEqual([7200, -2400])
  })

  test('[API-04][PAY-06] a paid order keeps its type, subject, size and deadline, and accepts a title', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await payOnCardPage((await followPaymentLink(order.payment_link)).location)
    await untilPaid(person, order.id)
    const address = `/api/v3/orders/${order.id}`
    for (const body of [
      { type: 'Quiz' },
      { subject: 'Physics' },
      { size: '3 Pages' },
      { deadline: new Date(Date.now() + 9e7).toISOString() },
    ]) {
      expect(await person.send('PATCH', address, body)).toMatchObject({
        status: 409,
        body: { error_type: 'order_paid' },
      })
    }
    const { type, subject, size, deadline } = order
    const titled = await person.send<Order>('POST', address, { title: 'On liberty', subject })
    expect(titled).toMatchObject({ status: 200, body: { title: 'On liberty', type, subject, size, deadline } })
    const listed = async (filter: string) =>
      (await person.send<OrderPage>('GET', `/api/v3/orders?page=0&filter=${filter}`)).body.results.map(({ id }) => id)
    expect([await listed('paid'), await listed('unpaid'), await listed('active')]).toEqual([[order.id], [], [order.id]])
  })

  test('[PRICE-12] a quote holds 30 minutes; then the new price is shown before paying', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    // Six and a quarter hours are in the bracket of 12; half an hour later of 6.
    const deadline = new Date(clock.now() + 6.25 * 3_600_000).toISOString()
    const order = await person.order({ deadline })
    expect(order.price).toBe(48)
    clock.advance(29 * 60_000)
    const held = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(held.location)).toBe(4800)
    clock.advance(2 * 60_000)
    const redirect = await followPaymentLink(order.payment_link)
    expect(redirect.location).toBe(`/order/${order.id}/extra-services?price=changed`)
    expect((await read(person, order.id)).price).toBe(54.5)
    const page = await followPaymentLink(order.payment_link)
    expect(await amountOnCardPage(page.location)).toBe(5450)
    clock.advance(10 * 3_600_000)
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}`)
  })

  test('[PRICE-12][FLOW-19] a promo order shows its new price before the card page', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order({ deadline: new Date(clock.now() + 6.25 * 3_600_000).toISOString() })
    await operate('PATCH', `/orders/${order.id}`, { isPromo: true })
    clock.advance(31 * 60_000)
    const redirect = await followPaymentLink(order.payment_link)
    expect(redirect.location).toBe(`/order/${order.id}/payment?price=changed`)
    expect(await amountOnCardPage((await followPaymentLink(order.payment_link)).location)).toBe(5450)
  })

  test('[PRICE-12] a service added after 30 minutes renews the quote, which the answer shows', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order({ deadline: new Date(clock.now() + 6.25 * 3_600_000).toISOString() })
    const add = async (tag: string) => {
      const address = `/api/v3/orders/${order.id}`
      return (await person.send<Order>('PATCH', address, { action: 'service_add', tag })).body
    }
    clock.advance(29 * 60_000)
    const held = await add('prioritize_my_task')
    expect(held).toMatchObject({ quote_price: 48, price: 53 })
    clock.advance(2 * 60_000)
    const { size, deadline, priceName } = order
    // The screen derives the reason: one change later the same terms have another quote.
    const renewed = { version: held.version + 1, size, deadline, priceName, quote_price: 54.5, price: 67.5 }
    expect(await add('adv_plagreport')).toMatchObject(renewed)
  })

  test('[PRICE-12] a deadline too short for the size leads to another choice at the old price', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    // Eight pages need twelve hours.
    const deadline = new Date(clock.now() + 7.5 * 3_600_000).toISOString()
    const order = await person.order({ size: '8 Pages', deadline })
    clock.advance(2 * 3_600_000)
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}`)
    expect((await read(person, order.id)).price).toBe(order.price)
    // A service renews the quote; the deadline no longer does.
    const service = { action: 'service_add', tag: 'top_writer' }
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, service)).status).toBe(200)
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}`)
  })

  test('[FLOW-33][PRICE-12] a deadline below the shortest stop asks for another, though the size fits', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const deadline = new Date(deadlineFromHours(clock.now(), 3)).toISOString()
    const order = await person.order({ size: '1 Pages', deadline })
    clock.advance(46 * 60_000)
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}`)
  })

  test('[PRICE-09][PRICE-12] nothing can be paid after the deadline, even at a renewed quote', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const deadline = new Date(clock.now() + 12 * 3_600_000).toISOString()
    const order = await person.order({ deadline })
    clock.advance(13 * 3_600_000)
    const service = { action: 'service_add', tag: 'top_writer' }
    expect((await person.send('PATCH', `/api/v3/orders/${order.id}`, service)).status).toBe(200)
    expect((await followPaymentLink(order.payment_link)).location).toBe(`/order/${order.id}`)
  })
})

describe('the payment link', () => {
  test('[PAY-05][AUTH-11] returns only to this site (abuse 12, abuse 37)', async () => {
    const { settings } = await testProduct()
    const person = await signedInPerson()
    for (const evil of [
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      'https://evil.example/',
      '/%2f%2fevil',
      '/a\nb',
      `/${'x'.repeat(5_000)}`,
    ]) {
      const order = await person.order()
      const { location } = await followPaymentLink(
        `${order.payment_link}?success_url=${encodeURIComponent(evil)}&cancel_url=${encodeURIComponent(evil)}`,
      )
      const html = await (await fetch(location)).text()
      expect(html).toContain(`${settings.publicUrl}/orders`)
      expect(html).not.toContain('evil')
      const paid = await payOnCardPage(location)
      expect(paid.location).toMatch(new RegExp(`^${settings.publicUrl}/order/${order.id}/thank-you#paid-[\\w-]{22}$`))
    }
  })

  test('[PAY-05] our own origin before a path is removed', async () => {
    const { settings } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    const { location } = await followPaymentLink(
      `${order.payment_link}?success_url=${encodeURIComponent(`${settings.publicUrl}/orders?x=1`)}`,
    )
    expect((await payOnCardPage(location)).location).toBe(`${settings.publicUrl}/orders?x=1`)
  })

  test('[PAY-01] an unknown token gets a page that says so', async () => {
    const answer = await send<string>('GET', '/o/AAAAAAAAAAAAAAAAAAAAAA')
    expect(answer.status).toBe(404)
    expect(answer.body).toContain('This payment link doesn’t work')
  })
})

describe('the provider’s events', () => {
  const event = (more: object = {}) =>
    JSON.stringify({
      id: 'evt_test_1',
      object: 'event',
      type: 'checkout.session.completed',
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      api_version: '2026-10-28.endive',
      data: { object: { id: 'cs_none', object: 'checkout.session' } },
      ...more,
    })

  const post = async (payload: string, options: { secret?: string; at?: number; signed?: string } = {}) => {
    const { createHmac } = await import('node:crypto')
    const at = options.at ?? Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', options.secret ?? 'whsec_sandbox')
      .update(`${at}.${options.signed ?? payload}`)
      .digest('hex')
    return send('POST', '/webhooks/stripe', {
      body: payload,
      headers: { 'stripe-signature': `t=${at},v1=${signature}` },
    })
  }

  const countStoredEvents = async (id: string) => {
    const { product } = await testProduct()
    return (await sql<{ id: string }>`select id from card_event where id = ${id}`.execute(product.queries)).rows.length
  }

  test.each([
    'null',
    '[]',
    event({ id: null }),
    event({ id: 7 }),
    event({ id: '' }),
    event({ type: null }),
    event({ created: 'now' }),
    event({ data: { object: { id: 7 } } }),
    event({ id: 'evt_\0' }),
  ])('[PAY-03] (abuse 7) a signed event of a wrong form is 400: %s', async (payload) => {
    expect(await post(payload)).toMatchObject({ status: 400, body: { error_type: 'event_refused' } })
  })

  test('[PAY-04] bad events are refused, counted and not stored; staff hear of the mode (abuse 7, abuse 8)', async () => {
    const { product } = await testProduct()
    const counted = async () => {
      const rows = await product.queries
        .selectFrom('rate_bucket')
        .select('count')
        .where('key', '=', 'card-events-refused:all')
        .execute()
      return rows.reduce((sum, { count }) => sum + count, 0)
    }
    const before = await counted()
    const seconds = Math.floor(Date.now() / 1000)
    const answers = [
      await post(event(), { secret: 'whsec_other' }),
      await post(event(), { signed: event({ type: 'refund.created' }) }),
      await post(event(), { at: seconds - 360 }),
      await post(event(), { at: seconds + 400 }),
      await post(event({ livemode: true })),
      await send('POST', '/webhooks/stripe', { body: event() }),
    ]
    expect(answers.map((each) => each.status)).toEqual([400, 400, 400, 400, 400, 400])
    expect(await countStoredEvents('evt_test_1')).toBe(0)
    expect((await counted()) - before).toBe(answers.length)
    await eventually(async () => {
      const mails = (await textsTo(await testProduct(), product.settings.supportEmail, 'other mode')) as unknown as {
        subject: string
        text: string
      }[]
      return mails.find(
        ({ subject, text }) => subject.startsWith('Card events are refused') && text.includes('other mode'),
      )
    })
  })

  test('[PAY-04] five simultaneous copies of an event have one effect and answer 200 (abuse 3)', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await cardEvents({ lost: true })
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location)
    const id = `evt_test_${order.id}`
    const same = event({ id, data: { object: { id: sessionIn(location), object: 'checkout.session' } } })
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(same)))
    expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200])
    await untilPaid(person, order.id)
    expect((await post(same)).status).toBe(200)
    expect(await countStoredEvents(id)).toBe(1)
    expect(await ledgerOf(order)).toEqual([4800])
  })
})

test('[OPS-11] a blocked client’s payment link says so and opens no card page, until the block is lifted', async () => {
  const person = await signedInPerson()
  const order = await person.order()
  await operate('POST', `/clients/${person.clientId}/block`)
  const blocked = await followPaymentLink(order.payment_link)
  expect(blocked).toMatchObject({ status: 422, page: expect.stringContaining('Please contact us') })
  const { product } = await testProduct()
  const pages = product.queries.selectFrom('payment_attempt').select('id').where('order_id', '=', order.id)
  expect(await pages.execute()).toEqual([])
  await operate('POST', `/clients/${person.clientId}/unblock`)
  expect((await followPaymentLink(order.payment_link)).status).toBe(303)
})
