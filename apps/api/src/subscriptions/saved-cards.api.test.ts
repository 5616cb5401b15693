import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { followPaymentLink, payOnCardPage, sessionIn, testCards } from '../testing/cards/card-page.ts'
import { cardProvider, paymentOf } from '../testing/cards/card-provider.ts'
import { personWithEmail, subscribe } from '../testing/subscribing.ts'
import { eventually, type TestPerson } from '../testing/test-client.ts'
import type { Order } from '@nerdify/contract/orders.ts'

const { mastercard } = testCards
const withSubscription = (order: Order, id: string) =>
  followPaymentLink(`${order.payment_link}?${new URLSearchParams({ subscription_id: id })}`)
const pageAt = async (address: string) => (await fetch(address)).text()
/** The saved cards that a card page offers, by the provider's ids. */
const offeredOn = (page: string) => [...page.matchAll(/name="saved_card" value="(pm_\w+)"/g)].map(([, id = '']) => id)
const untilPaid = (person: TestPerson, { id }: Order) =>
  eventually(async () => (await person.send<Order>('GET', `/api/v3/orders/${id}`)).body.isPaid)

describe('the payment link with a subscription', () => {
  test('[AUTH-12][PAY-01] offers the card saved with it, and one click pays with that card', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic', mastercard)
    const order = await person.order()
    const { location } = await withSubscription(order, id)
    const page = await pageAt(location)
    expect(page).toContain('Mastercard ending in 4444')
    const [card = ''] = offeredOn(page)
    const paid = await fetch(location, {
      method: 'POST',
      body: new URLSearchParams({ saved_card: card }),
      redirect: 'manual',
    })
    expect(paid.headers.get('location')).toContain(`/order/${order.id}/thank-you`)
    await untilPaid(person, order)
    const payment = await (await cardProvider()).paymentIntents.retrieve(await paymentOf(order))
    expect(payment).toMatchObject({ payment_method: card, status: 'succeeded' })
  })

  test('[AUTH-12][PAY-01] another card can be typed next to the saved one', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic', mastercard)
    const order = await person.order()
    const { location } = await withSubscription(order, id)
    expect((await payOnCardPage(location, testCards.declined)).words).toContain('Your card was declined.')
    await payOnCardPage(location, testCards.good)
    await untilPaid(person, order)
    const charge = (await (await cardProvider()).charges.list({ payment_intent: await paymentOf(order) })).data[0]
    expect(charge?.payment_method_details?.card?.last4).toBe('4242')
  })

  test('[AUTH-12] (abuse 24) ignores another’s subscription, an unknown one and nonsense', async () => {
    const [owner, other] = [await personWithEmail(), await personWithEmail()]
    const foreign = await subscribe(owner, 'nerdify_basic', mastercard)
    const own = await subscribe(other, 'nerdify_basic')
    const order = await other.order()
    const plain = await followPaymentLink(order.payment_link)
    const opened = async () => (await cardProvider()).checkout.sessions.retrieve(sessionIn(plain.location))
    // A card saved with a plan is not offered everywhere.
    expect((await opened()).saved_payment_method_options?.allow_redisplay_filters ?? ['always']).toEqual(['always'])
    for (const id of [foreign.id, `sub_${randomUUID()}`, '', "' or 1=1 --", foreign.customer, 'x'.repeat(5_000)]) {
      // The open page is reused: it is unchanged.
      expect(await withSubscription(order, id)).toEqual(plain)
    }
    const { customer } = await opened()
    expect(customer).toBe(own.customer)
  })

  test('[PAY-07][AUTH-12] asking for the saved card opens a new page and closes the one without; later visits continue it', async () => {
    const person = await personWithEmail()
    const { id } = await subscribe(person, 'nerdify_basic', mastercard)
    const order = await person.order()
    const plain = await followPaymentLink(order.payment_link)
    const offering = await withSubscription(order, id)
    expect(offering.location).not.toBe(plain.location)
    expect(await withSubscription(order, id)).toEqual(offering)
    expect(await followPaymentLink(order.payment_link)).toEqual(offering)
    expect((await fetch(plain.location, { method: 'POST', redirect: 'manual' })).status).toBe(410)
  })
})
