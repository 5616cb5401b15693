import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { mailCodeOf, makeMailLink, makeShortKey, shortKeyOf } from '../keys/sign-in-keys.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { eraseDueAccounts } from '../personal-data/erase-accounts.ts'
import { grantCredit } from '../payments/ledger/given-credit.ts'
import { balanceOf, expectBooksToAgree } from '../testing/cards/books.ts'
import { amountOnCardPage, followPaymentLink, newCard, payOnCardPage } from '../testing/cards/card-page.ts'
import { applyCode, change, payOrder, readOrder } from '../testing/coupon-calls.ts'
import {
  bonusesOf,
  friendBy,
  friendPaysWith,
  leaveNumber,
  newFriendOf,
  payBy,
  readyToOrder,
  shareCodeOf,
  signInFrom,
} from '../testing/friends.ts'
import { operate, postEvents } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer } from '../testing/sandbox-controls.ts'
import { paymentOf } from '../testing/cards/card-provider.ts'
import { meOf, personWithEmail } from '../testing/subscribing.ts'
import { eventually, giveEmail, newPhone, send, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { nothingPutOff } from '../testing/nothing-put-off.ts'

const detailsOf = async (person: TestPerson) => (await meOf(person)).referral_details

describe('a friend', () => {
  test('[REF-01][REF-04] pays $20 less; the referrer’s $20 are pending until the delivery, and a refund takes them back', async () => {
    const card = newCard()
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 0, earn: 0, pending: 0 })
    const first = await friend.order()
    expect(first).toMatchObject({ price: 28, client_paid: 0 })
    const second = await friend.order({ subject: 'Law' })
    expect(second.price).toBe(28)
    await payBy(friend, first, card)
    expect(await balanceOf(referrer)).toBe(0)
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 1, earn: 0, pending: 20 })
    await postEvents(first, 'send')
    expect(await balanceOf(referrer)).toBe(20)
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 1, earn: 20, pending: 0 })
    await postEvents(first, 'request_revision', 'accept_revision', 'complete_revision')
    expect(await balanceOf(referrer)).toBe(20)
    expect(await readOrder(friend, second)).toMatchObject({ price: 48, discountErrorType: 'gift_used' })
    await payBy(friend, second, card)
    expect(await balanceOf(referrer)).toBe(20)
    const history = await referrer.send<{ results: { cause: string }[] }>('GET', '/api/v3/users/client/me/balance')
    expect(history.body.results.map(({ cause }) => cause)).toEqual(['referral_bonus'])
    await expectBooksToAgree()

    const refunded = await operate('POST', `/orders/${first.id}/refunds`, { reason: 'asked' })
    expect(refunded.status).toBe(200)
    await eventually(async () => (await balanceOf(referrer)) === 0)
    expect(await detailsOf(referrer)).toEqual({ count: 1, count_with_orders: 1, earn: 0, pending: 0 })
    await expectBooksToAgree()
  })

  test('[REF-04] whose order is refunded before its delivery gives the referrer nothing to spend at any time', async () => {
    const referrer = await signedInPerson()
    const friend = await newFriendOf(referrer)
    const order = await payBy(friend, await friend.order(), newCard())
    const own = await referrer.order({ use_balance: true })
    const { location } = await followPaymentLink(own.payment_link)
    expect(await amountOnCardPage(location)).toBe(4800)
    const give = (amount?: number) =>
      operate('POST', `/orders/${order.id}/refunds`, { reason: 'asked', ...(amount === undefined ? {} : { amount }) })
    await give(27.99)
    await eventually(async () => (await bonusesOf(referrer)).pending === 0.01)
    await give()
    await eventually(async () => (await bonusesOf(referrer)).pending === 0)
    await payOnCardPage(location, newCard())
    await eventually(async () => (await readOrder(referrer, own)).client_paid === 48)
    expect(await balanceOf(referrer)).toBe(0)
    await expectBooksToAgree()
  })

  test('[REF-04][HOLD-06] whose payment is disputed costs the referrer the bonus, pending or not, until the dispute is won', async () => {
    const referrer = await signedInPerson()
    const friend = await newFriendOf(referrer)
    const order = await payBy(friend, await friend.order(), newCard())
    const dispute = await steer('disputes', { payment_intent: await paymentOf(order) })
    const bonuses = (earn: number, pending: number) =>
      eventually(async () => {
        const has = await bonusesOf(referrer)
        return has.earn === earn && has.pending === pending
      })
    const close = (outcome: string) => steer('disputes/close', { dispute: String(dispute.id), outcome })
    await bonuses(0, 0)
    await close('won')
    await bonuses(0, 20)
    await close('lost')
    await bonuses(0, 0)
    await postEvents(order, 'send')
    await bonuses(0, 0)
    await close('won')
    await bonuses(20, 0)
    expect(await balanceOf(referrer)).toBe(20)
    await expectBooksToAgree()
  })

  test('[REF-04][OPS-05] also pays less for a first order that operations create', async () => {
    const card = newCard()
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
    expect(await friend.order()).toMatchObject({ price: 28, discountValid: true })
    await friend.send('PATCH', `/api/v3/orders/${made.body.id}`, { details: 'Causes of the French Revolution' })
    await payBy(friend, await readOrder(friend, made.body), card)
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 20 })
  })

  test('[REF-04][OPS-05] also pays less for an order priced before the first code, unless staff agreed its price', async () => {
    const { product, clock } = await testProduct()
    const shareCode = await shareCodeOf(await signedInPerson())
    const phone = newPhone()
    await leaveNumber(phone, shareCode)
    const task = {
      client_id: await findClientIdByPhone(product.queries, phone),
      type: 'Essay (writing)',
      subject: 'History',
      size: '2 Pages',
      deadline: new Date(clock.now() + 11.75 * 3_600_000).toISOString(),
    }
    const [quoted, agreed, deleted] = await Promise.all(
      ['quoted', 'agreed', 'deleted'].map(() => operate<Order>('POST', '/orders', task)),
    )
    if (quoted === undefined || agreed === undefined || deleted === undefined) throw new Error('there are orders')
    expect(quoted).toMatchObject({ status: 201, body: { price: 48, discountValid: false } })
    expect((await operate('PATCH', `/orders/${agreed.body.id}`, { price: 40 })).status).toBe(200)
    await postEvents(deleted.body, 'delete')

    const friend = await signInFrom(`?ref=${shareCode}`, phone)
    expect(await readOrder(friend, quoted.body)).toMatchObject({ price: 28, discountCode: 'referral' })
    expect(await readOrder(friend, agreed.body)).toMatchObject({ price: 40, discountValid: false })
    expect(await operate<Order>('GET', `/orders/${deleted.body.id}`)).toMatchObject({ body: { discountValid: false } })
  })

  test('[REF-04][STATE-16] has the gift on each new order, also after a declined or deleted one, unless it was removed', async () => {
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    const declined = await friend.order()
    await postEvents(declined, 'decline')
    const deleted = await friend.order()
    expect(deleted.price).toBe(28)
    await postEvents(deleted, 'delete')
    const { body: begun } = await friend.send<Order>('POST', '/api/v3/orders', { subject: 'History' })
    expect(begun).toMatchObject({ price: 0, discountValid: false })
    const { type, size, deadline } = declined
    expect((await change(friend, begun, { type, size, deadline })).body).toMatchObject({
      price: 28,
      discountValid: true,
    })
    expect((await change(friend, begun, { action: 'discount_del' })).body).toMatchObject({ price: 48 })
    expect((await change(friend, begun, { size: '3 Pages' })).body).toMatchObject({ price: 72, discountValid: false })
    expect((await friend.order()).price).toBe(28)
  })

  test('[REF-04][LAW-06] keeps the gift when the referrer’s account is erased, which then earns no bonus', async () => {
    const { product, clock } = await testProduct()
    const referrer = await signedInPerson()
    const friends = [await newFriendOf(referrer), await newFriendOf(referrer)] as const
    const before = await payBy(friends[0], await friends[0].order(), newCard())
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 20 })
    // Nor does it wait for staff any longer.
    const waiting = product.queries.updateTable('referral').set({ waits_since: new Date(clock.now()) })
    await waiting.where('friend_id', '=', friends[0].clientId).execute()
    await referrer.send('PATCH', '/api/v3/users/client/me', { action: 'delete_account' })
    clock.advance(7 * 86_400_000 + 1000)
    await eraseDueAccounts(nothingPutOff(product))
    clock.reset()
    expect((await referrer.send('GET', '/api/v3/users/client/me')).status).toBe(401)
    const kept = product.queries.selectFrom('referral').select('waits_since').where('client_id', '=', referrer.clientId)
    expect(await kept.execute()).toEqual([{ waits_since: null }, { waits_since: null }])

    expect((await meOf(friends[1])).friend_gift).toBe(20)
    const after = await friends[1].order()
    expect(after.price).toBe(28)
    await payBy(friends[1], after, newCard())
    expect((await meOf(friends[1])).friend_gift).toBe(0)
    for (const order of [before, after]) await postEvents(order, 'send')
    const entries = product.queries.selectFrom('ledger_entry').select('kind')
    expect(await entries.where('client_id', '=', referrer.clientId).execute()).toEqual([])
    // A card that earned nothing may still earn another referrer a bonus.
    const cards = product.queries.selectFrom('referral_card').select('friend_id')
    const claimed = cards.where('client_id', '=', referrer.clientId)
    expect(await claimed.execute()).toEqual([{ friend_id: friends[0].clientId }])
    await expectBooksToAgree()
  })

  test('[REF-04] who pays the first order from the balance alone has the discount, but the referrer no bonus', async () => {
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

  test('[REF-04] another discount may replace the gift, earns no bonus, and gives way to the gift again', async () => {
    const card = newCard()
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer))
    const [first, second] = [await friend.order(), await friend.order()]
    expect((await applyCode(friend, first, 'NERD10')).body.price).toBe(43.2)
    await payBy(friend, await readOrder(friend, first), card)
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 0 })
    expect((await meOf(friend)).friend_gift).toBe(20)
    expect(await readOrder(friend, second)).toMatchObject({ price: 28, discountErrorType: null })
    await change(friend, second, { action: 'discount_del' })
    expect((await applyCode(friend, second, 'referral')).body).toMatchObject({ price: 28, discountCode: 'referral' })
    const stranger = await signedInPerson()
    const theirs = await stranger.order()
    for (const code of ['referral', 'REFERRAL', ' Referral ']) {
      expect((await applyCode(stranger, theirs, code)).status).toBe(422)
    }
    await payBy(friend, second, card)
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 20 })
    expect((await meOf(friend)).friend_gift).toBe(0)
    expect((await applyCode(friend, await friend.order(), 'referral')).status).toBe(422)
  })
})

describe('a number that a stranger left with their own share code', () => {
  const left = async () => {
    const [stranger, phone] = [await signedInPerson(), newPhone()]
    await leaveNumber(phone, await shareCodeOf(stranger))
    return { stranger, phone }
  }
  const friendsOf = async (person: TestPerson) => (await detailsOf(person)).count

  test('[REF-04] earns its owner’s real referrer the bonus: the browser in which the first code is typed counts', async () => {
    const { stranger, phone } = await left()
    const referrer = await signedInPerson()
    const friend = await friendBy(await shareCodeOf(referrer), phone)
    expect([await friendsOf(stranger), await friendsOf(referrer)]).toEqual([0, 1])
    await payBy(friend, await friend.order(), newCard())
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 20 })
    expect(await bonusesOf(stranger)).toEqual({ earn: 0, pending: 0 })
  })

  test('[REF-04][REF-05] earns nobody a bonus if its owner came without a link, nor if they use a link later', async () => {
    const { stranger, phone } = await left()
    const owner = await readyToOrder(await signInFrom(undefined, phone))
    expect((await owner.order()).price).toBe(48)
    await leaveNumber(phone, await shareCodeOf(stranger))
    await signInFrom(`?ref=${await shareCodeOf(stranger)}`, phone)
    expect(await friendsOf(stranger)).toBe(0)
  })

  test('[REF-04][MSG-03] opens a texted link without effect, and the first code decides; with a share code the link does', async () => {
    const { stranger, phone } = await left()
    const referrer = await signedInPerson()
    const landing_query = `?ref=${await shareCodeOf(referrer)}`
    const { product, clock, settings } = await testProduct()
    const openTextedLink = async (texted: string, origin: object) => {
      const clientId = (await findClientIdByPhone(product.queries, texted)) as string
      const now = clock.now()
      const { secret } = settings
      const key = await transaction(product.queries, async (queries) =>
        shortKeyOf(secret, await makeShortKey(queries, { secret, clientId, now })),
      )
      const body = { type: 'check_code', factor: 'key', value: key, ...origin }
      expect((await send('POST', '/api/v3/factor_auth', { body })).status).toBe(200)
    }
    await openTextedLink(phone, {})
    expect([await friendsOf(stranger), await friendsOf(referrer)]).toEqual([0, 0])
    await signInFrom(landing_query, phone)
    expect([await friendsOf(stranger), await friendsOf(referrer)]).toEqual([0, 1])
    const other = newPhone()
    await leaveNumber(other, await shareCodeOf(stranger))
    await openTextedLink(other, { landing: '/contact-us', landing_query })
    await signInFrom(undefined, other)
    expect([await friendsOf(stranger), await friendsOf(referrer)]).toEqual([0, 2])
  })

  test('[REF-04] opens a mailed link with a share code, which decides unless a code was typed before', async () => {
    const [referrer, phone] = [await signedInPerson(), newPhone()]
    await leaveNumber(phone, await shareCodeOf(await signedInPerson()))
    const { product, clock, settings } = await testProduct()
    const { secret } = settings
    const openMailedLink = async (clientId: string) => {
      const value = await transaction(product.queries, async (queries) =>
        mailCodeOf(secret, await makeMailLink(queries, { secret, clientId, now: clock.now() })),
      )
      const landing_query = `?ref=${await shareCodeOf(referrer)}`
      const body = { type: 'check_code', factor: 'code', value, landing: '/contact-us', landing_query }
      expect((await send('POST', apiPaths.factorAuth(), { body })).status).toBe(200)
    }
    await openMailedLink((await findClientIdByPhone(product.queries, phone)) as string)
    expect(await friendsOf(referrer)).toBe(1)
    const known = newPhone()
    await leaveNumber(known, '')
    await openMailedLink((await signInFrom(undefined, known)).clientId)
    expect(await friendsOf(referrer)).toBe(1)
  })
})

describe('who is no friend', () => {
  test('[REF-05] (abuse 22) a second account with the same card: its order is paid, and earns nothing', async () => {
    const card = newCard()
    const referrer = await signedInPerson()
    await payBy(referrer, await referrer.order(), card)
    const self = await friendBy(await shareCodeOf(referrer))
    await payBy(self, await self.order(), card)
    expect(await balanceOf(referrer)).toBe(0)
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 0 })
  })

  test('[REF-05] nobody refers themself by the same e-mail in another spelling', async () => {
    const referrer = await personWithEmail()
    const self = await friendBy(await shareCodeOf(referrer))
    const [name, domain] = referrer.email.split('@')
    await giveEmail(self, `${name}+b@${domain}`)
    await payBy(self, await self.order(), newCard())
    expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: 0 })
  })

  test('[REF-05] an existing client: a later code has no effect', async () => {
    const referrer = await signedInPerson()
    const known = await signedInPerson()
    const code = await shareCodeOf(referrer)
    await leaveNumber(known.phone, code)
    await signInFrom(`?ref=${code}`, known.phone)
    const order = await known.order()
    expect(order.price).toBe(48)
    await payOrder(known, order)
    expect(await balanceOf(referrer)).toBe(0)
  })

  test('[REF-03][AUTH-14] (abuse 31) with NOreferral a code earns nothing, and the public code opens nothing', async () => {
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

describe('one card', () => {
  afterEach(async () => (await testProduct()).clock.reset())

  test('[SAFE-08] (abuse 22) earns one bonus, whatever accounts pay with it, also in a race', async () => {
    const card = newCard()
    const referrers = [await signedInPerson(), await signedInPerson()]
    const friends = await Promise.all([...referrers, ...referrers, ...referrers].map(newFriendOf))
    const orders = await Promise.all(friends.map((friend) => friend.order()))
    await Promise.all(friends.map((friend, at) => payBy(friend, orders[at] as Order, card)))
    const pending = (await Promise.all(referrers.map(bonusesOf))).map((bonuses) => bonuses.pending)
    expect(pending.toSorted((a, b) => a - b)).toEqual([0, 20])
    await expectBooksToAgree()
  })

  test('[SAFE-08] that earned a bonus before cards were stored earns no other', async () => {
    const { product } = await testProduct()
    const card = newCard()
    const [first, second] = [await signedInPerson(), await signedInPerson()]
    const friend = await friendPaysWith(card, first)
    expect(await balanceOf(first)).toBe(20)
    await product.queries.deleteFrom('referral_card').where('friend_id', '=', friend.clientId).execute()
    await friendPaysWith(card, second)
    expect(await balanceOf(second)).toBe(0)
  })

  test('[SAFE-08][LAW-06] is recognized after the account that it paid from was erased', async () => {
    const { product, clock } = await testProduct()
    const card = newCard()
    const [first, second] = [await signedInPerson(), await signedInPerson()]
    const friend = await friendPaysWith(card, first)
    const asked = await friend.send('PATCH', '/api/v3/users/client/me', { action: 'delete_account' })
    expect(asked.status).toBe(200)
    clock.advance(7 * 86_400_000 + 1000)
    await eraseDueAccounts(nothingPutOff(product))
    clock.reset()
    // With that card it is no first order either: the discount becomes due, and nobody earns a bonus (HOLD-09).
    const again = await newFriendOf(second)
    const order = await again.order()
    await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
    await eventually(async () => (await readOrder(again, order)).client_paid === 28)
    expect(await readOrder(again, order)).toMatchObject({ price: 48 })
    expect(await balanceOf(second)).toBe(0)
    await expectBooksToAgree()
  })

  test('[SAFE-08][REF-05] of a friend takes the bonus back once if the referrer pays with it later', async () => {
    const card = newCard()
    const referrer = await signedInPerson()
    const friend = await friendPaysWith(card, referrer)
    const other = await friendPaysWith(newCard(), referrer)
    expect(await balanceOf(referrer)).toBe(40)
    await payBy(referrer, await referrer.order(), card)
    expect(await balanceOf(referrer)).toBe(20)
    expect(await bonusesOf(referrer)).toEqual({ earn: 20, pending: 0 })
    await payBy(referrer, await referrer.order(), card)
    await payBy(friend, await friend.order(), card)
    await payBy(other, await other.order(), newCard())
    expect(await balanceOf(referrer)).toBe(20)
    await expectBooksToAgree()
  })

  test('[SAFE-08][REF-05] of the referrer takes the bonus back if a friend pays with it later', async () => {
    const [own, card] = [newCard(), newCard()]
    const referrer = await signedInPerson()
    await payBy(referrer, await referrer.order(), own)
    const friend = await friendPaysWith(card, referrer)
    expect(await balanceOf(referrer)).toBe(20)
    await payBy(friend, await friend.order(), own)
    expect(await balanceOf(referrer)).toBe(0)
    await expectBooksToAgree()
  })
})
