import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { MyData } from '@nerdify/contract/client.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { receiptSignature } from '../keys/receipt-link.ts'
import { eraseDueAccounts } from '../personal-data/erase-accounts.ts'
import { amountOnCardPage, followPaymentLink, newCard, payOnCardPage } from '../testing/cards/card-page.ts'
import { applyCode, change, newCoupon, readOrder } from '../testing/coupon-calls.ts'
import { friendBy, payBy, shareCodeOf } from '../testing/friends.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { askToSubscribe, meOf, subscribe, subscriptionsOf } from '../testing/subscribing.ts'
import {
  eventually,
  giveEmail,
  newPhone,
  send,
  signedInAs,
  signedInPerson,
  textsTo,
  type TestPerson,
} from '../testing/test-client.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'

afterEach(async () => (await testProduct()).clock.reset())

const trialTag = 'canceled_addons_subscription'

/** Erases an account now. */
async function erase({ clientId }: TestPerson): Promise<void> {
  const { product, clock } = await testProduct()
  const client = product.queries.selectFrom('client').select('erased_at').where('id', '=', clientId)
  await product.queries
    .updateTable('client')
    .set({ erase_at: new Date(clock.now()) })
    .where('id', '=', clientId)
    .execute()
  await eventually(async () => {
    await eraseDueAccounts(nothingPutOff(product))
    return (await client.executeTakeFirst())?.erased_at != null
  })
}

/** Somebody who paid for a first order and had their account erased: their phone, e-mail and card. */
async function erasedPerson() {
  const card = newCard()
  const person = await signedInPerson()
  const email = `Ann.${person.phone.slice(1)}@gmail.com`
  await giveEmail(person, email)
  await payBy(person, await person.order(), card)
  await erase(person)
  return { phone: person.phone, email, card }
}

/** An account that our people made, who ask as the contact form does. */
async function madeWith(creation: { phone?: string; email?: string; tags?: string[] }): Promise<TestPerson> {
  const made = await operate<{ id: string }>('POST', '/clients', { adult_confirmed: true, ...creation })
  expect(made.status).toBe(201)
  return signedInAs({ phone: creation.phone ?? '', clientId: made.body.id })
}

const firstOrderCode = () => newCoupon({ gift: { kind: 'amount', amountCents: 2000 }, mostPaidOrders: 0 })
const refused = { status: 422, body: { error_type: 'paid_orders_max' } }

describe('[HOLD-09] a code for first orders', () => {
  test('is refused to whoever erased an account with the same phone, and given to others', async () => {
    const { phone } = await erasedPerson()
    const code = await firstOrderCode()
    const again = await madeWith({ phone, email: `again${phone.slice(1)}@example.com` })
    expect(await applyCode(again, await again.order(), code)).toMatchObject(refused)
    const other = await madeWith({ phone: newPhone(), email: `other${phone.slice(1)}@example.com` })
    expect(await applyCode(other, await other.order(), code)).toMatchObject({ status: 200, body: { price: 28 } })
  })

  test('is refused from when the same mailbox is confirmed, however it is written', async () => {
    const { email } = await erasedPerson()
    const code = await firstOrderCode()
    const again = await signedInPerson([], { email: null })
    expect((await applyCode(again, await again.order(), code)).status).toBe(200)
    await giveEmail(again, email.toLowerCase().replace('ann.', 'a.nn').replace('@', '+new@'))
    expect(await applyCode(again, await again.order(), code)).toMatchObject(refused)
    const mine = await again.send<MyData>('GET', '/api/v3/users/client/me/data')
    expect(mine.body).toMatchObject({ records: { orders_of_erased_accounts: [{ orders: 1 }] } })
  })

  test('goes when the order is paid with the same card, and the rest is asked for', async () => {
    const { card } = await erasedPerson()
    const code = await firstOrderCode()
    const again = await signedInPerson()
    const order = await again.order()
    expect((await applyCode(again, order, code)).body).toMatchObject({ price: 28 })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
    expect(
      await eventually(async () => {
        const read = await readOrder(again, order)
        return read.client_paid === 28 && read
      }),
    ).toMatchObject({ price: 48, discountInfo: [], discountErrorType: 'paid_orders_max' })
    expect(await applyCode(again, await again.order(), code)).toMatchObject(refused)
    // Two people with one card, neither of whom erased anything, have a first order each.
    const [one, two] = [await signedInPerson(), await signedInPerson()]
    const shared = newCard()
    for (const person of [one, two]) {
      const { body } = await applyCode(person, await person.order(), code)
      expect(await payBy(person, body, shared)).toMatchObject({ client_paid: 28, price: 28 })
    }
  })

  test('leaves the rest of the price to pay: the client reads how much, why and where', async () => {
    const { card } = await erasedPerson()
    const again = await signedInPerson()
    const { body: order } = await applyCode(again, await again.order(), await firstOrderCode())
    const { location } = await followPaymentLink(order.payment_link)
    await payOnCardPage(location, card)
    const product = await testProduct()
    const text = await eventually(async () => {
      const texts = await textsTo(product, again.phone)
      return texts.find((one) => one.text.includes('still due'))?.text
    })
    expect(text).toContain(`order ${order.number}, and $20.00 of it is still due`)
    expect(text).toContain('this card or account has paid for an order before')
    const link = /https?:\S+/.exec(text)?.[0] ?? ''
    expect(new URL(link).pathname).toBe(new URL(order.payment_link).pathname)
    const token = receiptSignature(product.settings.secret, order._id)
    const arrived = await send('POST', apiPaths.paymentReturn(), { body: { order_id: order._id, token } })
    expect(arrived).toMatchObject({ status: 200, body: { status: 'unpaid', due: 20 } })
    const rest = (await followPaymentLink(link)).location
    expect(await amountOnCardPage(rest)).toBe(2000)
    await payOnCardPage(rest, card)
    await eventually(async () => (await readOrder(again, order)).client_status === 'In progress')
  })

  test('of somebody who erased two accounts counts the orders of both', async () => {
    const code = await newCoupon({ gift: { kind: 'amount', amountCents: 500 }, mostPaidOrders: 1 })
    const phone = newPhone()
    const statuses: number[] = []
    for (let account = 0; account < 3; account += 1) {
      const person = await madeWith({ phone, email: `n${account}${phone.slice(1)}@example.com` })
      const order = await person.order()
      statuses.push((await applyCode(person, order, code)).status)
      await payBy(person, await readOrder(person, order), newCard())
      await erase(person)
    }
    expect(statuses).toEqual([200, 200, 422])
  })

  test('is not refused for an account that was erased without a paid order, nor does erasing keep an address', async () => {
    const person = await signedInPerson()
    await person.order()
    await erase(person)
    const code = await firstOrderCode()
    const again = await madeWith({ phone: person.phone, email: `again${person.phone.slice(1)}@example.com` })
    expect((await applyCode(again, await again.order(), code)).status).toBe(200)
    const { phone, email } = await erasedPerson()
    const { product } = await testProduct()
    const kept = JSON.stringify(await product.queries.selectFrom('earlier_orders').selectAll().execute())
    for (const personal of [phone, phone.slice(1), email, email.toLowerCase()]) expect(kept).not.toContain(personal)
  })
})

describe('[HOLD-09] a friend’s discount', () => {
  test('is not had again after erasing, and brings nobody anything', async () => {
    const referrer = await signedInPerson()
    const code = await shareCodeOf(referrer)
    const friend = await friendBy(code)
    const card = newCard()
    expect(await payBy(friend, await friend.order(), card)).toMatchObject({ client_paid: 28 })
    await erase(friend)
    const before = (await meOf(referrer)).available_balance

    const byPhone = await friendBy(code, friend.phone)
    expect(await byPhone.order()).toMatchObject({ price: 48, discountInfo: [] })

    const byCard = await friendBy(code)
    const order = await byCard.order()
    expect(order).toMatchObject({ price: 28 })
    await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
    await eventually(async () => (await readOrder(byCard, order)).client_paid === 28)
    expect(await readOrder(byCard, order)).toMatchObject({ price: 48, discountInfo: [] })
    expect(await byCard.order()).toMatchObject({ price: 48 })
    expect((await meOf(referrer)).available_balance).toBe(before)
    // A coupon for everybody is another matter.
    const any = await newCoupon({ gift: { kind: 'percent', percent: 10 } })
    expect((await change(byPhone, await byPhone.order(), { action: 'discount_add', code: any })).status).toBe(200)
  })
})

describe('[HOLD-09] a trial', () => {
  test.each(['phone', 'email'] as const)('is not had again after erasing by whoever has the same %s', async (by) => {
    const person = await signedInPerson([trialTag])
    const email = `trial.${person.phone.slice(1)}@gmail.com`
    await giveEmail(person, email)
    await subscribe(person, 'nerdify_basic_trial', newCard())
    await erase(person)
    const again = await madeWith(
      by === 'phone' ? { phone: person.phone, tags: [trialTag] } : { email, tags: [trialTag] },
    )
    expect((await subscriptionsOf(again)).trial_offered).toBe(false)
    if (by === 'phone') await giveEmail(again, `new.${person.phone.slice(1)}@example.com`)
    expect((await askToSubscribe(again, 'nerdify_basic_trial')).status).toBe(422)
    const other = await signedInPerson([trialTag])
    expect((await subscriptionsOf(other)).trial_offered).toBe(true)
  })
})
