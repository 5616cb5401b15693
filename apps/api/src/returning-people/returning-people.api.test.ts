import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { MyData } from '@nerdify/contract/client.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { returnSignature } from '../keys/receipt-link.ts'
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

/** Phone, e-mail and card of a person who paid for a first order and erased the account. */
async function erasedPerson() {
  const card = newCard()
  const person = await signedInPerson()
  const email = `Ann.${person.phone.slice(1)}@gmail.com`
  await giveEmail(person, email)
  await payBy(person, await person.order(), card)
  await erase(person)
  return { phone: person.phone, email, card }
}

/** An account that staff created. */
async function accountByStaff(creation: { phone?: string; email?: string; tags?: string[] }): Promise<TestPerson> {
  const created = await operate<{ id: string }>('POST', '/clients', { adult_confirmed: true, ...creation })
  expect(created.status).toBe(201)
  return signedInAs({ phone: creation.phone ?? '', clientId: created.body.id })
}

const firstOrderCode = () => newCoupon({ gift: { kind: 'amount', amountCents: 2000 }, mostPaidOrders: 0 })
const refused = { status: 422, body: { error_type: 'paid_orders_max' } }

describe('[HOLD-09] a code for first orders', () => {
  test('is refused if an account with the same phone was erased, and granted otherwise', async () => {
    const { phone } = await erasedPerson()
    const code = await firstOrderCode()
    const again = await accountByStaff({ phone, email: `again${phone.slice(1)}@example.com` })
    expect(await applyCode(again, await again.order(), code)).toMatchObject(refused)
    const other = await accountByStaff({ phone: newPhone(), email: `other${phone.slice(1)}@example.com` })
    expect(await applyCode(other, await other.order(), code)).toMatchObject({ status: 200, body: { price: 28 } })
  })

  test('is refused once the same mailbox is confirmed in any spelling', async () => {
    const { email } = await erasedPerson()
    const code = await firstOrderCode()
    const again = await signedInPerson([], { email: null })
    expect((await applyCode(again, await again.order(), code)).status).toBe(200)
    await giveEmail(again, email.toLowerCase().replace('ann.', 'a.nn').replace('@', '+new@'))
    expect(await applyCode(again, await again.order(), code)).toMatchObject(refused)
    const mine = await again.send<MyData>('GET', '/api/v3/users/client/me/data')
    expect(mine.body).toMatchObject({ records: { orders_of_erased_accounts: [{ orders: 1 }] } })
  })

  test('is withdrawn when the same card pays, and the rest becomes due', async () => {
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
    // Two people who share a card and erased no account each have a first order.
    const [one, two] = [await signedInPerson(), await signedInPerson()]
    const shared = newCard()
    for (const person of [one, two]) {
      const { body } = await applyCode(person, await person.order(), code)
      expect(await payBy(person, body, shared)).toMatchObject({ client_paid: 28, price: 28 })
    }
  })

  test('leaves the rest due, and a text says how much, why and where to pay', async () => {
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
    expect(text).toContain(`order ${order.number}, and $20.00 is still due`)
    expect(text).toContain('this card or account has already paid for one')
    const link = /https?:\S+/.exec(text)?.[0] ?? ''
    expect(new URL(link).pathname).toBe(new URL(order.payment_link).pathname)
    const token = returnSignature(product.settings.secret, order._id)
    const arrived = await send('POST', apiPaths.paymentReturn(), { body: { order_id: order._id, token } })
    expect(arrived).toMatchObject({ status: 200, body: { status: 'unpaid', due: 20 } })
    const rest = (await followPaymentLink(link)).location
    expect(await amountOnCardPage(rest)).toBe(2000)
    await payOnCardPage(rest, card)
    await eventually(async () => (await readOrder(again, order)).client_status === 'In progress')
  })

  test('counts the orders of two erased accounts together', async () => {
    const code = await newCoupon({ gift: { kind: 'amount', amountCents: 500 }, mostPaidOrders: 1 })
    const phone = newPhone()
    const statuses: number[] = []
    for (let account = 0; account < 3; account += 1) {
      const person = await accountByStaff({ phone, email: `n${account}${phone.slice(1)}@example.com` })
      const order = await person.order()
      statuses.push((await applyCode(person, order, code)).status)
      await payBy(person, await readOrder(person, order), newCard())
      await erase(person)
    }
    expect(statuses).toEqual([200, 200, 422])
  })

  test('is granted after erasing an account without paid orders, and no address is kept', async () => {
    const person = await signedInPerson()
    await person.order()
    await erase(person)
    const code = await firstOrderCode()
    const again = await accountByStaff({ phone: person.phone, email: `again${person.phone.slice(1)}@example.com` })
    expect((await applyCode(again, await again.order(), code)).status).toBe(200)
    const { phone, email } = await erasedPerson()
    const { product } = await testProduct()
    const storedText = JSON.stringify(await product.queries.selectFrom('earlier_orders').selectAll().execute())
    for (const personal of [phone, phone.slice(1), email, email.toLowerCase()])
      expect(storedText).not.toContain(personal)
  })
})

describe('[HOLD-09] a friend’s discount', () => {
  test('is not granted again after erasing, and earns the referrer no bonus', async () => {
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
    // A coupon that is not for first orders still applies.
    const any = await newCoupon({ gift: { kind: 'percent', percent: 10 } })
    expect((await change(byPhone, await byPhone.order(), { action: 'discount_add', code: any })).status).toBe(200)
  })
})

describe('[HOLD-09] a trial', () => {
  test.each(['phone', 'email'] as const)(
    'is not offered again after erasing to a person with the same %s',
    async (by) => {
      const person = await signedInPerson([trialTag])
      const email = `trial.${person.phone.slice(1)}@gmail.com`
      await giveEmail(person, email)
      await subscribe(person, 'nerdify_basic_trial', newCard())
      await erase(person)
      const again = await accountByStaff(
        by === 'phone' ? { phone: person.phone, tags: [trialTag] } : { email, tags: [trialTag] },
      )
      expect((await subscriptionsOf(again)).trial_offered).toBe(false)
      if (by === 'phone') await giveEmail(again, `new.${person.phone.slice(1)}@example.com`)
      expect((await askToSubscribe(again, 'nerdify_basic_trial')).status).toBe(422)
      const other = await signedInPerson([trialTag])
      expect((await subscriptionsOf(other)).trial_offered).toBe(true)
    },
  )
})
