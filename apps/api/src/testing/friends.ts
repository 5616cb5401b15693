import type { Order } from '@nerdify/contract/orders.ts'
import { expect } from 'vitest'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { findClientIdByPhone } from '../accounts/find-client.ts'
import { transaction } from '../database/transaction.ts'
import { noteReferrer } from '../referrals/referrals.ts'
import { followPaymentLink, payOnCardPage } from './cards/card-page.ts'
import { untilChecked } from './coupon-calls.ts'
import { postEvents } from './operations-calls.ts'
import { testProduct } from './running-product.ts'
import { meOf } from './subscribing.ts'
import {
  codeSentTo,
  giveEmail,
  newPhone,
  send,
  signedInAs,
  signedInPerson,
  textsTo,
  type TestPerson,
} from './test-client.ts'

/** A client's public code, in the share link. */
export const shareCodeOf = async (person: TestPerson) => (await meOf(person)).profile_referral_code

/** A client's bonuses in dollars: available ones, and pending ones (REF-04). */
export async function bonusesOf(person: TestPerson): Promise<{ earn: number; pending: number }> {
  const { earn, pending = 0 } = (await meOf(person)).referral_details
  return { earn, pending }
}

/** Pays an order on the card page with a card, and waits until it is paid. */
export const payBy = async (person: TestPerson, order: Order, card: string) => {
  await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
  return untilChecked(person, order, 'paid')
}

/** Leaves a number, from a browser that arrived by a share link (MSG-01). */
export async function leaveNumber(phone: string, shareCode: string): Promise<void> {
  const landing_query = `?ref=${shareCode}`
  const form = new URLSearchParams({ country: 'usa', phone, landing: '/contact-us', landing_query })
  const answer = await send('POST', apiPaths.newClient(), {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(200)
}

/** Enters a number's code, in a browser that arrived with a query, if any. */
export async function signInFrom(landing_query: string | undefined, phone: string): Promise<TestPerson> {
  const texts = await textsTo(await testProduct(), phone)
  const after = texts.filter(({ text }) => /#\d{5}$/.test(text)).length
  await send('POST', apiPaths.factorAuth(), { body: { type: 'request_code', factor: 'phone', value: phone } })
  const code = await codeSentTo(phone, { after })
  const origin = landing_query === undefined ? {} : { landing: '/contact-us', landing_query }
  const checked = await send('POST', apiPaths.factorAuth(), {
    body: { type: 'check_code', factor: 'phone', value: phone, code, ...origin },
  })
  expect(checked.status).toBe(200)
  const { product } = await testProduct()
  const clientId = await findClientIdByPhone(product.queries, phone)
  if (clientId === undefined) throw new Error(`nobody has the number ${phone}`)
  return signedInAs({ phone, clientId })
}

/** Prepares a client for ordering: adult, and with an e-mail. */
export async function readyToOrder(person: TestPerson): Promise<TestPerson> {
  await person.send('PATCH', apiPaths.me(), { adult_confirmed: true })
  await giveEmail(person, `friend-${person.phone.slice(1)}@example.com`)
  return person
}

/** A new person who arrives by a share link, leaves their number and enters its code. */
export async function friendBy(shareCode: string, phone = newPhone()): Promise<TestPerson> {
  await leaveNumber(phone, shareCode)
  return readyToOrder(await signInFrom(`?ref=${shareCode}`, phone))
}

/** Records a client's referrer without the screens of a share link. */
export async function refer(friend: TestPerson, referrer: TestPerson): Promise<void> {
  const { product, clock } = await testProduct()
  const referral = { friendId: friend.clientId, shareCode: await shareCodeOf(referrer), now: clock.now() }
  await transaction(product.queries, (queries) => noteReferrer(queries, referral))
}

/** A new signed-in person, referred by a client. */
export async function newFriendOf(referrer: TestPerson): Promise<TestPerson> {
  const friend = await signedInPerson()
  await refer(friend, referrer)
  return friend
}

/** A friend of a client with a first order, paid by card and delivered. */
export async function friendPaysWith(card: string, referrer: TestPerson): Promise<TestPerson> {
  const friend = await newFriendOf(referrer)
  const order = await friend.order()
  expect(order.price).toBe(28)
  await payBy(friend, order, card)
  await postEvents(order, 'send')
  return friend
}
