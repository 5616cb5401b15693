import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import type { QueuePage } from '@nerdify/contract/queue.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { expect, test } from 'vitest'
import { accounts, postEntry, transfer } from '../payments/ledger/ledger.store.ts'
import { readHeldBonuses } from '../payments/ledger/referral-bonus.ts'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import { newCard } from '../testing/cards/card-page.ts'
import { bonusesOf, friendPaysWith, newFriendOf, payBy } from '../testing/friends.ts'
import { operate, postEvents } from '../testing/operations-calls.ts'
import { countStatements } from '../testing/count-statements.ts'
import { testProduct } from '../testing/running-product.ts'
import { meOf } from '../testing/subscribing.ts'
import { signedInPerson } from '../testing/test-client.ts'

// Not among the scenarios of both providers: the real one has too few cards for 20 friends.
test('[SAFE-08] more than 20 bonuses in a month wait for staff, who get a mail and release or refuse them', async () => {
  const { product } = await testProduct()
  const referrer = await signedInPerson()
  const pay = () => friendPaysWith(newCard(), referrer)
  const payOnly = async () => {
    const friend = await newFriendOf(referrer)
    return payBy(friend, await friend.order(), newCard())
  }
  for (let friend = 0; friend < 9; friend += 1) await pay()
  for (let friend = 0; friend < 9; friend += 1) await payOnly()
  expect(await bonusesOf(referrer)).toEqual({ earn: 180, pending: 180 })
  await Promise.all([payOnly(), payOnly(), payOnly(), payOnly(), payOnly()])
  expect(await bonusesOf(referrer)).toEqual({ earn: 180, pending: 220 })
  const waiting = async () => {
    const { body } = await operate<{ results: { client_id: string; count: number }[] }>('GET', '/referral_bonuses')
    return body.results.find((each) => each.client_id === referrer.clientId)?.count
  }
  expect(await waiting()).toBe(3)
  const alerts = product.queries
    .selectFrom('outbox')
    .select('to_address')
    .where('template', '=', 'referral-bonus-waits')
  const ofReferrer = alerts.where('dedupe_key', 'like', `%${referrer.clientId}%`)
  expect(await ofReferrer.execute()).toHaveLength(1)
  // A release credits $20 for each friend that the client invited.
  const held = async () => {
    const { body } = await operate<OperationsClientWithLists>('GET', `/clients/${referrer.clientId}`)
    return body.held_bonuses
  }
  expect(await held()).toHaveLength(3)
  for (const bonus of await held()) expect(bonus).toMatchObject({ amount: 20, order_number: expect.any(String) })
  const queue = await operate<QueuePage>('GET', '/queue?kind=held_bonus')
  expect(queue.body.results.find(({ id }) => id === referrer.clientId)).toMatchObject({
    client_id: referrer.clientId,
    name: formatPhone(referrer.phone),
    words: '3 referral bonuses above 20 in 30 days',
  })
  const release = () => operate('POST', `/clients/${referrer.clientId}/referral_bonuses`)
  expect((await Promise.all([release(), release()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await waiting()).toBeUndefined()
  expect(await held()).toEqual([])
  const { referral_details: details } = await meOf(referrer)
  expect(details).toEqual({ count: 23, count_with_orders: 23, earn: 180, pending: 280 })
  const refuse = (reason: string) =>
    operate('POST', `/clients/${referrer.clientId}/referral_bonuses/refuse`, { reason })
  await payOnly()
  const [seen] = await held()
  const refusedFriend = await newFriendOf(referrer)
  const order = await payBy(refusedFriend, await refusedFriend.order(), newCard())
  // Released are the bonuses that the page showed, not the one that came since.
  const until = new URLSearchParams({ until: seen?.since ?? '' })
  expect((await operate('POST', `/clients/${referrer.clientId}/referral_bonuses?${until}`)).status).toBe(200)
  expect(await waiting()).toBe(1)
  expect((await refuse(' ')).status).toBe(422)
  const longest = 'One person opened these accounts.'.padEnd(5_000, '.')
  expect(await refuse(`${longest}.`)).toMatchObject({
    status: 422,
    body: { text: 'reason is too long: at most 5,000 characters', error_value: 'reason' },
  })
  expect((await refuse(longest)).status).toBe(200)
  expect(await waiting()).toBeUndefined()
  await release()
  await postEvents(order, 'send')
  expect(await bonusesOf(referrer)).toEqual({ earn: 180, pending: 300 })
  const { body } = await operate<OperationsConversation>('GET', `/conversations/${referrer.clientId}`)
  const notes = body.messages.filter(({ author }) => author === 'note').map(({ text }) => text)
  expect(notes).toEqual([`Referral bonuses refused: 1. ${longest}`])
  await expectBooksToAgree()
})

test('[SAFE-08] reads held bonuses in four statements, however many friends there are', async () => {
  const { product } = await testProduct()
  const referrer = await signedInPerson()
  const now = Date.now()
  const holdBonusFor = async (nth: number) => {
    const friend = await signedInPerson()
    const order = await friend.order()
    const referral = { client_id: referrer.clientId, friend_id: friend.clientId, at: new Date(now) }
    const bonus = { order_id: order.id, card_cents: 4800, waits_since: new Date(now + nth) }
    await product.queries
      .insertInto('referral')
      .values({ ...referral, ...bonus })
      .execute()
    return { friend, order }
  }
  const disputed = await holdBonusFor(0)
  const owed = await holdBonusFor(1)
  const delivered = await holdBonusFor(2)
  const delivery = product.queries.updateTable('client_order').set({ sent_at: new Date(now) })
  await delivery.where('id', '=', delivered.order.id).execute()
  await postEntry(product.queries, {
    clientId: disputed.friend.clientId,
    kind: 'dispute',
    ref: `disputed:${disputed.order.id}`,
    at: now,
    lines: transfer(4800, { from: accounts.promo, to: accounts.disputed(disputed.order.id) }),
  })
  const counted = countStatements(product.queries)
  const bonusOf = ({ friend, order }: typeof owed, nth: number, amount: number) => ({
    friend_id: friend.clientId,
    friend: formatPhone(friend.phone),
    order_number: order.number,
    amount,
    since: new Date(now + nth).toISOString(),
  })
  expect(await readHeldBonuses(counted.queries, referrer.clientId)).toEqual([
    bonusOf(disputed, 0, 0),
    bonusOf(owed, 1, 20),
    bonusOf(delivered, 2, 20),
  ])
  expect(counted.count()).toBe(4)
})
