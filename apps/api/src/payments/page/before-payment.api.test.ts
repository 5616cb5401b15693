import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { deadlineFromHours } from '@nerdify/domain/pricing/deadlines.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { personWithBalance } from '../../testing/cards/books.ts'
import { followPaymentLink, pressPaymentForm } from '../../testing/cards/card-page.ts'
import { change, payOrder, readOrder } from '../../testing/coupon-calls.ts'
import { operate, postEvents } from '../../testing/operations-calls.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../../testing/test-client.ts'

const hourMs = 3_600_000

afterEach(async () => (await testProduct()).clock.reset())

const leadsTo = async (order: Order) => (await followPaymentLink(order.payment_link)).location
const detailsStep = ({ id }: Order) => `/order/${id}/details?before=payment`
const isCardPage = expect.stringContaining('/c/pay/')

/** An order that operations created for this client. */
async function orderByOperations(person: TestPerson, more: Record<string, unknown>): Promise<Order> {
  const { clock } = await testProduct()
  const { body } = await operate<Order>('POST', '/orders', {
    client_id: person.clientId,
    type: 'Essay (writing)',
    subject: 'History',
    size: '2 Pages',
    deadline: new Date(deadlineFromHours(clock.now(), 12)).toISOString(),
    ...more,
  })
  return readOrder(person, body)
}

describe('what an order must say before it can be paid', () => {
  test('[FLOW-32] an order without a description leads to its details, with one to the card page', async () => {
    const person = await signedInPerson()
    const order = await person.order({ details: undefined })
    expect(await leadsTo(order)).toBe(detailsStep(order))
    await change(person, order, { details: ' \n ' })
    expect(await leadsTo(order)).toBe(detailsStep(order))
    expect((await change(person, order, { details: 'Causes of the war' })).body.honour_code_agreed).toBe(true)
    expect(await leadsTo(order)).toEqual(isCardPage)
  })

  test('[FLOW-32] a client without a real e-mail leads to the details too', async () => {
    const person = await signedInPerson([], { email: null })
    const order = await person.order()
    expect(await leadsTo(order)).toBe(detailsStep(order))
    await person.send('PATCH', apiPaths.me(), { email: `late-${person.clientId.slice(-8)}@example.com` })
    expect(await leadsTo(order)).toEqual(isCardPage)
  })

  test('[FLOW-32][PAY-13] the balance pays nothing either, by link or press', async () => {
    const person = await personWithBalance(9_600)
    const order = await person.order({ details: undefined, use_balance: true })
    expect(await leadsTo(order)).toBe(detailsStep(order))
    expect((await pressPaymentForm(order.payment_link)).location).toBe(detailsStep(order))
    expect(await readOrder(person, order)).toMatchObject({ isPaid: false, client_paid: 0 })
  })

  test('[FLOW-32][LAW-03] a client first agrees to a description that staff wrote', async () => {
    const person = await signedInPerson()
    const order = await orderByOperations(person, { details: 'As told on the phone' })
    expect(order.honour_code_agreed).toBe(false)
    expect(await leadsTo(order)).toBe(detailsStep(order))
    // The details step sends them unchanged.
    await change(person, order, { details: 'As told on the phone' })
    expect(await leadsTo(order)).toEqual(isCardPage)
  })

  test('[FLOW-32][FLOW-19] a promo or complex order is asked on the payment’s own screen', async () => {
    for (const kind of [{ isPromo: true }, { is_complex: true }]) {
      const person = await signedInPerson()
      const order = await orderByOperations(person, {})
      await operate('PATCH', `/orders/${order.id}`, { ...kind, price: 30 })
      expect(await leadsTo(order)).toBe(`/order/${order.id}/payment`)
      await change(person, order, { details: 'Ten slides on whales' })
      expect(await leadsTo(order)).toEqual(isCardPage)
    }
  })

  test('[FLOW-32] an order paid without a description can still buy services', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await payOrder(person, await person.order())
    await product.queries
      .updateTable('client_order')
      .set({ details: null, honour_code: null })
      .where('id', '=', order.id)
      .execute()
    await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
    expect(await leadsTo(order)).toEqual(isCardPage)
  })

  test('[FLOW-32] an earlier card page of such an order no longer works', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await person.order()
    expect(await leadsTo(order)).toEqual(isCardPage)
    await product.queries.updateTable('client_order').set({ details: null }).where('id', '=', order.id).execute()
    expect(await leadsTo(order)).toBe(detailsStep(order))
  })
})

describe('a deadline that has become too short', () => {
  const sizes = [
    { type: 'Essay (writing)', size: '1 Pages', hours: 3, tags: [] },
    { type: 'Quiz', size: '60 Minutes', hours: 2, tags: [] },
    { type: 'Quiz', size: '60 Minutes', hours: 1, tags: ['subscription_active', 'subscription_nerdify_premium'] },
  ] as const

  test.each(sizes)(
    '[FLOW-33] $type $size for $hours h is paid within the half hour of its price, and not after',
    async (one) => {
      const { clock } = await testProduct()
      const { type, size, hours, tags } = one
      const person = await signedInPerson(tags)
      const deadline = new Date(deadlineFromHours(clock.now(), hours)).toISOString()
      const order = await person.order({ type, size, deadline })
      clock.advance(0.45 * hourMs)
      expect(await leadsTo(order)).toEqual(isCardPage)
      clock.advance(0.1 * hourMs)
      expect(await leadsTo(order)).toBe(`/order/${order.id}`)
      clock.advance(0.15 * hourMs)
      expect(await leadsTo(order)).toBe(`/order/${order.id}`)
    },
  )

  test('[FLOW-33] an order minutes before its deadline gets no card page, even with new services', async () => {
    const { clock } = await testProduct()
    const person = await signedInPerson()
    const deadline = new Date(deadlineFromHours(clock.now(), 3)).toISOString()
    const order = await person.order({ size: '1 Pages', deadline })
    clock.advance(2.6 * hourMs)
    // The cabinet asks for another deadline instead of the payment.
    expect((await readOrder(person, order)).actions).toContain('choose_deadline')
    await change(person, order, { action: 'service_add', tag: 'adv_plagreport' })
    expect(await leadsTo(order)).toBe(`/order/${order.id}`)
    await change(person, order, { deadline: new Date(deadlineFromHours(clock.now(), 6)).toISOString() })
    expect(await leadsTo(order)).toEqual(isCardPage)
  })
})

describe('the description of a paid order', () => {
  test('[FLOW-32] accepts additions until the work is sent, keeps its text, and the history has them', async () => {
    const person = await signedInPerson()
    const order = await payOrder(person, await person.order({ details: 'Causes of the war.' }))
    expect(order.actions).toContain('add_details')
    for (const details of ['Something else', '', 'Causes of the wa']) {
      expect(await change(person, order, { details })).toMatchObject({
        status: 409,
        body: { error_type: 'order_paid', error_value: 'details' },
      })
    }
    const grown = 'Causes of the war.\n\nTwo sources at least.'
    expect(await change(person, order, { details: grown })).toMatchObject({ status: 200, body: { details: grown } })
    expect(await change(person, order, { details: `${grown} Take my exam` })).toMatchObject({ status: 422 })
    const { body: seen } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
    expect(seen.details).toBe(grown)
    expect(seen.events.at(-1)).toMatchObject({
      event: 'details_added',
      author: 'client',
      data: { note: 'Two sources at least.' },
    })
    await postEvents(order, 'send')
    expect((await readOrder(person, order)).actions).not.toContain('add_details')
    expect(await change(person, order, { details: `${grown} And a third.` })).toMatchObject({ status: 409 })
  })

  test('[FLOW-32] accepts a first text, and keeps both of two simultaneous additions', async () => {
    const { product } = await testProduct()
    const person = await signedInPerson()
    const order = await payOrder(person, await person.order())
    await product.queries.updateTable('client_order').set({ details: null }).where('id', '=', order.id).execute()
    expect((await change(person, order, { details: 'One' })).status).toBe(200)
    const { version } = await readOrder(person, order)
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((more) => change(person, order, { details: `One\n\n${more}`, version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })
})
