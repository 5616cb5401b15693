import type { Order } from '@nerdify/contract/orders.ts'
import { expect, afterEach, describe, test } from 'vitest'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import { followPaymentLink, payOnCardPage } from '../testing/cards/card-page.ts'
import { cardEvents, cardProvider, paymentOf } from '../testing/cards/card-provider.ts'
import { payOrder, readOrder } from '../testing/coupon-calls.ts'
import { operate, personWithPaidOrder } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { untilEventsApplied } from '../testing/subscribing.ts'
import { eventually, send, signedInPerson, textsTo } from '../testing/test-client.ts'
import { applyDueCardEvents, receiveCardEvent } from '../card-events/card-events.ts'
import { sendDueRefunds } from './refund/send-refunds.ts'

/** Errors that the provider repeats for our key for a day, as the real one does; only the sandbox can be made to. */
async function keepErrors(path: string, calls: number): Promise<void> {
  await steer('faults', { provider: 'cards', fault: 'error_kept', method: 'POST', path, calls })
}

afterEach(async () => {
  await steer('faults/clear', {})
  const { clock } = await testProduct()
  clock.reset()
  await cardEvents()
  await expectBooksToAgree()
})

const openLink = (order: Order) => send<string>('GET', new URL(order.payment_link).pathname)

describe('an error that the provider keeps', () => {
  test('[HOLD-01] makes another page of an order at the next press', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await payOrder(person, await person.order())
    await keepErrors('/v1/checkout', 1)
    expect((await openLink(order)).status).toBe(503)
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 48 })
  })

  test('[HOLD-01] creates a customer at the next press, even with another address', async () => {
    const person = await signedInPerson()
    const order = await person.order()
    await keepErrors('/v1/customers', 1)
    expect((await openLink(order)).status).toBe(503)
    const { product } = await testProduct()
    await product.queries
      .updateTable('client')
      .set({ email: `new-${person.clientId}@example.com` })
      .where('id', '=', person.clientId)
      .execute()
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 48 })
  })

  test('[HOLD-01] finds a refund by its id within minutes, and refunds once', async () => {
    const { product, clock } = await testProduct()
    const { person, order } = await personWithPaidOrder()
    await keepErrors('/v1/refunds', 1)
    await operate('POST', `/orders/${order.id}/refunds`, { amount: 7, reason: 'Late' })
    let minutes = 0
    await eventually(async () => {
      if ((await readOrder(person, order)).refunded === 7) return true
      clock.advance(60_000)
      minutes += 1
      await sendDueRefunds(product)
      return false
    })
    expect(minutes).toBeLessThan(30)
    const { data } = await (await cardProvider()).refunds.list({ payment_intent: await paymentOf(order) })
    expect(data.map(({ amount }) => amount)).toEqual([700])
  })
})

describe('what is gone at the provider', () => {
  test('[HOLD-01] recreates a customer that was deleted at the provider', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    await payOrder(person, await person.order())
    const lose = () =>
      product.queries
        .updateTable('card_customer')
        .set({ customer_id: 'cus_removed' })
        .where('client_id', '=', person.clientId)
        .execute()
    await lose()
    expect(await payOrder(person, await person.order())).toMatchObject({ client_paid: 48 })
  })

  test('[HOLD-01] replaces a page that the provider no longer knows', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    await followPaymentLink(order.payment_link)
    await product.queries
      .updateTable('payment_attempt')
      .set({ session_id: 'cs_test_removed' })
      .where('order_id', '=', order.id)
      .execute()
    expect(await payOrder(person, order)).toMatchObject({ client_paid: 48 })
  })
})

describe('events that are not acted on', () => {
  /** Stores an event as if the provider had signed it. */
  async function take(event: { id: string; type: string; objectId: string }) {
    const { product } = await testProduct()
    const cards = { ...product.cards, readEvent: () => ({ ...event, createdAt: product.clock.now() }) }
    await receiveCardEvent({ ...product, cards }, '', undefined)
  }
  const storedEvent = async (id: string) => {
    const { product } = await testProduct()
    return product.queries.selectFrom('card_event').selectAll().where('id', '=', id).executeTakeFirst()
  }

  test('[HOLD-02] finishes other events, and events without an object, at once', async () => {
    for (let n = 0; n < 50; n += 1) await take({ id: `evt_upcoming_${n}`, type: 'invoice.upcoming', objectId: '' })
    await take({ id: 'evt_foreign', type: 'payout.paid', objectId: 'po_1' })
    await take({ id: 'evt_bare', type: 'invoice.paid', objectId: '' })
    for (const id of ['evt_upcoming_0', 'evt_upcoming_49', 'evt_foreign', 'evt_bare']) {
      expect(await storedEvent(id)).toBeUndefined()
    }
  })

  test('[HOLD-02] ignores events about a page and a refund of another product of the account', async () => {
    const { product } = await testProduct()
    const stripe = await cardProvider()
    const customer = await stripe.customers.create({ metadata: { client_id: 'user_42' } })
    const { id, url } = await stripe.checkout.sessions.create({
      mode: 'payment',
      ui_mode: 'hosted_page',
      customer: customer.id,
      allowed_payment_method_types: ['card'],
      client_reference_id: 'user_42',
      metadata: { client_id: 'user_42', checkout_id: '7' },
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 100, product_data: { name: 'Theirs' } } },
      ],
      success_url: 'http://localhost/paid',
    })
    await payOnCardPage(String(url))
    const { payment_intent: payment } = await stripe.checkout.sessions.retrieve(id)
    const refund = await stripe.refunds.create({ payment_intent: String(payment) })
    await untilEventsApplied()
    const events = product.queries.selectFrom('card_event').select(['status', 'last_error'])
    for (const object of [id, refund.id]) {
      const found = await events.where('object_id', '=', object).execute()
      expect(new Set(found)).toEqual(new Set([{ status: 'done', last_error: null }]))
    }
  })

  test('[HOLD-02] drops an event about an unknown object after a day, and notifies staff once', async () => {
    const { product, clock } = await testProduct()
    const id = `evt_gone_${clock.now()}`
    const object = `re_gone_${clock.now()}`
    await take({ id, type: 'refund.updated', objectId: object })
    // The product tries it in the background too, so a single call may find nothing due.
    let hours = 0
    const end = await eventually(async () => {
      clock.advance(3_600_000)
      hours += 1
      await applyDueCardEvents(product)
      const event = await storedEvent(id)
      return event?.status === 'given_up' && event
    })
    expect(end).toMatchObject({ last_error: expect.stringContaining(object) })
    expect(hours).toBeGreaterThan(20)
    const mails = async () => await textsTo(await testProduct(), product.settings.supportEmail, object)
    await eventually(async () => (await mails()).length === 1)
  })

  test('[HOLD-02] reports a paid page that the provider no longer knows to staff', async () => {
    const { product, clock } = await testProduct()
    const id = `evt_paid_${clock.now()}`
    const page = `cs_gone_${clock.now()}`
    await take({ id, type: 'checkout.session.completed', objectId: page })
    await eventually(async () => {
      clock.advance(3_600_000)
      await applyDueCardEvents(product)
      return (await textsTo(await testProduct(), product.settings.supportEmail, page)).length > 0
    })
    expect((await storedEvent(id))?.status).toBe('new')
    // No money waits for an unpaid page.
    const closed = `evt_closed_${clock.now()}`
    await take({ id: closed, type: 'checkout.session.expired', objectId: page })
    await eventually(async () => {
      await applyDueCardEvents(product)
      return (await storedEvent(closed))?.status === 'done'
    })
    // Retries end, and leftovers would disturb later tests.
    await eventually(async () => {
      clock.advance(24 * 3_600_000)
      await applyDueCardEvents(product)
      return (await storedEvent(id))?.status === 'given_up'
    })
  })
})
