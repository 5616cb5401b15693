import type { Client } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { grantCredit } from '../payments/sample-money.ts'
import { balanceOf, expectBooksToAgree } from '../testing/books.ts'
import { followPaymentLink, payOnCardPage } from '../testing/card-page.ts'
import { applyCode, change, payOrder, readOrder, untilChecked } from '../testing/coupon-calls.ts'
import { operate, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { meOf, personWithEmail } from '../testing/subscribing.ts'
import { codeSentTo, eventually, newPhone, send, signedInPerson, type TestPerson } from '../testing/test-client.ts'

const otherCard = '5555555555554444'

/** Somebody new who came in by a share link. */
async function friendBy(code: string): Promise<TestPerson> {
  const phone = newPhone()
  const form = new URLSearchParams({ country: 'usa', phone, landing: '/contact-us', landing_query: `?ref=${code}` })
  const left = await send('POST', '/api/v1/client', {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(left.status).toBe(200)
  await send('POST', '/api/v3/factor_auth', { body: { type: 'request_code', factor: 'phone', value: phone } })
  const code5 = await codeSentTo(phone)
  const { body } = await send<{ jwt: string }>('POST', '/api/v3/factor_auth', {
    body: { type: 'check_code', factor: 'phone', value: phone, code: code5 },
  })
  const pattern = await signedInPerson()
  const token = body.jwt
  const friend: TestPerson = {
    ...pattern,
    phone,
    token,
    send: (method, path, sent, headers) =>
      send(method, path, {
        token,
        ...(sent === undefined ? {} : { body: sent }),
        ...(headers === undefined ? {} : { headers }),
      }),
    async order(more = {}) {
      const { clock } = await testProduct()
      const deadline = new Date(clock.now() + 11.75 * 3_600_000).toISOString()
      const created = await friend.send<Order>('POST', '/api/v3/orders', {
        type: 'Essay (writing)',
        subject: 'History',
        size: '2 Pages',
        deadline,
        ...more,
      })
      expect(created.status).toBe(201)
      return created.body
    },
  }
  const me = await friend.send<Client>('PATCH', '/api/v3/users/client/me', { adult_confirmed: true })
  return { ...friend, clientId: me.body.id }
}

const shareCodeOf = async (person: TestPerson) => (await meOf(person)).profile_referral_code
const payBy = async (person: TestPerson, order: Order, card: string) => {
  await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
  return untilChecked(person, order, 'paid')
}
const detailsOf = async (person: TestPerson) => (await meOf(person)).referral_details

describe('a friend', () => {
  test('[REF-01][REF-04] has $20 off the first order; paid by card it brings $20, once; refunding it takes them back', async () => {
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 0, earn: 0 })
    const first = await friend.order()
    expect(first).toMatchObject({ price: 28, client_paid: 0 })
    const second = await friend.order({ subject: 'Law' })
    expect(second.price).toBe(48)
    await payBy(friend, first, otherCard)
    expect(await balanceOf(referrer)).toBe(20)
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 1, earn: 20 })
    await payBy(friend, second, otherCard)
    expect(await balanceOf(referrer)).toBe(20)
    const history = await referrer.send<{ results: { cause: string }[] }>('GET', '/api/v3/users/client/me/balance')
    expect(history.body.results.map(({ cause }) => cause)).toEqual(['referral_bonus'])
    await expectBooksToAgree()

    const refunded = await operate('POST', `/orders/${first.id}/refunds`, { reason: 'asked' })
    expect(refunded.status).toBe(200)
    await eventually(async () => (await balanceOf(referrer)) === 0)
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 1, earn: 0 })
    await expectBooksToAgree()
  })

  test('[REF-04][OPS-05] has it too where operations create the first order', async () => {
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    const { clock } = await testProduct()
    const made = await operate<Order>('POST', '/orders', {
      client_id: friend.clientId,
      type: 'Essay (writing)',
      subject: 'History',
      size: '2 Pages',
      deadline: new Date(clock.now() + 11.75 * 3_600_000).toISOString(),
    })
    expect(made).toMatchObject({ status: 201, body: { price: 28, discountValid: true } })
    expect(await friend.order()).toMatchObject({ price: 48, discountValid: false })
    await payBy(friend, await readOrder(friend, made.body), otherCard)
    expect(await balanceOf(referrer)).toBe(20)
  })

  test('[REF-04][STATE-16] has it with the first price, also after an order that was declined or deleted, and once', async () => {
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    const declined = await friend.order()
    await postEvents(declined, 'decline')
    const deleted = await friend.order()
    expect(deleted.price).toBe(28)
    await postEvents(deleted, 'delete')
    const { body: begun } = await friend.send<Order>('POST', '/api/v3/orders', { subject: 'History' })
    expect(begun).toMatchObject({ price: 0, discountValid: false })
    const { size, deadline } = declined
    expect((await change(friend, begun, { size, deadline })).body).toMatchObject({ price: 28, discountValid: true })
    expect((await change(friend, begun, { action: 'discount_del' })).body).toMatchObject({ price: 48 })
    expect((await change(friend, begun, { size: '3 Pages' })).body).toMatchObject({ price: 72, discountValid: false })
    expect((await friend.order()).price).toBe(48)
  })

  test('[REF-04] whose first order the balance alone pays has the discount, and brings the referrer nothing', async () => {
    const { product, clock } = await testProduct()
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    const first = await friend.order()
    const credit = { clientId: friend.clientId, orderId: first.id, cents: 2800, now: clock.now() }
    await transaction(product.queries, (queries) => grantCredit(queries, credit))
    await change(friend, first, { use_balance: true })
    await followPaymentLink(first.payment_link)
    expect(await readOrder(friend, first)).toMatchObject({ price: 28, client_paid: 28, isPaid: true })
    expect(await balanceOf(friend)).toBe(0)
    expect(await balanceOf(referrer)).toBe(0)
    expect(await detailsOf(referrer)).toMatchObject({ count: 1, earn: 0 })
    await expectBooksToAgree()
  })

  test('[REF-04] can choose another discount instead; paying still brings the bonus, and nobody types the friend’s code', async () => {
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    const order = await friend.order()
    await friend.send('PATCH', `/api/v3/orders/${order.id}`, { action: 'discount_del' })
    expect((await readOrder(friend, order)).price).toBe(48)
    const stranger = await signedInPerson()
    const theirs = await stranger.order()
    for (const code of ['referral', 'REFERRAL', ' Referral ']) {
      expect((await applyCode(stranger, theirs, code)).status).toBe(422)
    }
    await payBy(friend, order, otherCard)
    expect(await balanceOf(referrer)).toBe(20)
  })
})

describe('who is no friend', () => {
  test('[REF-05] (abuse 22) oneself, by the same card: the order is paid, and it earns nothing', async () => {
    const referrer = await signedInPerson()
    await payBy(referrer, await referrer.order(), otherCard)
    const self = await friendBy(await shareCodeOf(referrer))
    await payBy(self, await self.order(), otherCard)
    expect(await balanceOf(referrer)).toBe(0)
    expect((await detailsOf(referrer)).earn).toBe(0)
  })

  test('[REF-05] oneself, by the same e-mail in another spelling', async () => {
    const referrer = await personWithEmail()
    const self = await friendBy(await shareCodeOf(referrer))
    const [name, domain] = referrer.email.split('@')
    expect((await self.send('PATCH', '/api/v3/users/client/me', { email: `${name}+b@${domain}` })).status).toBe(200)
    await payBy(self, await self.order(), '4000000000007726')
    expect(await balanceOf(referrer)).toBe(0)
  })

  test('[REF-05] a client who is there already: a code that is given later does nothing', async () => {
    const referrer = await signedInPerson()
    const known = await signedInPerson()
    const code = await shareCodeOf(referrer)
    const form = new URLSearchParams({
      country: 'usa',
      phone: known.phone,
      landing: '/contact-us',
      landing_query: `?ref=${code}`,
    })
    await send('POST', '/api/v1/client', {
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const order = await known.order()
    expect(order.price).toBe(48)
    await payOrder(known, order)
    expect(await balanceOf(referrer)).toBe(0)
  })

  test('[REF-03][AUTH-14] (abuse 31) with NOreferral a code brings nothing, and the public code opens nothing', async () => {
    const referrer = await signedInPerson(['NOreferral'])
    const code = await shareCodeOf(referrer)
    const friend = await friendBy(code)
    expect((await friend.order()).price).toBe(48)
    const tried = await send('POST', '/api/v3/factor_auth', {
      body: { type: 'check_code', factor: 'key', value: code, code: '' },
    })
    const unknown = await send('POST', '/api/v3/factor_auth', {
      body: { type: 'check_code', factor: 'key', value: 'nobody00', code: '' },
    })
    expect(tried).toMatchObject({ status: 422, body: unknown.body })
  })
})
