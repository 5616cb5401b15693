import { expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree } from '../testing/cards/books.ts'
import { newCard } from '../testing/cards/card-page.ts'
import { friendPaysWith } from '../testing/friends.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { meOf } from '../testing/subscribing.ts'
import { signedInPerson } from '../testing/test-client.ts'

// Not among the scenarios of both providers: the real one has too few cards for so many friends.
test('[SAFE-08] more than 20 bonuses in a month wait for staff, who are told, and release them', async () => {
  const { product } = await testProduct()
  const referrer = await signedInPerson()
  const pay = () => friendPaysWith(newCard(), referrer)
  for (let friend = 0; friend < 18; friend += 1) await pay()
  expect(await balanceOf(referrer)).toBe(360)
  await Promise.all([pay(), pay(), pay(), pay(), pay()])
  expect(await balanceOf(referrer)).toBe(400)
  const waiting = async () => {
    const { body } = await operate<{ results: { client_id: string; count: number }[] }>('GET', '/referral_bonuses')
    return body.results.find((each) => each.client_id === referrer.clientId)?.count
  }
  expect(await waiting()).toBe(3)
  const told = product.queries.selectFrom('outbox').select('to_address').where('template', '=', 'referral-bonus-waits')
  const ofReferrer = told.where('dedupe_key', 'like', `%${referrer.clientId}%`)
  expect(await ofReferrer.execute()).toHaveLength(1)
  const release = () => operate('POST', `/clients/${referrer.clientId}/referral_bonuses`)
  expect((await Promise.all([release(), release()])).map(({ status }) => status)).toEqual([200, 200])
  expect(await waiting()).toBeUndefined()
  expect(await balanceOf(referrer)).toBe(460)
  expect((await meOf(referrer)).referral_details).toEqual({ count: 23, count_with_orders: 23, earn: 460 })
  await expectBooksToAgree()
})
