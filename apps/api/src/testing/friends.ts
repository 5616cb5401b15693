import type { Order } from '@nerdify/contract/orders.ts'
import { expect } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { noteReferrer } from '../referrals/referrals.ts'
import { followPaymentLink, payOnCardPage } from './cards/card-page.ts'
import { untilChecked } from './coupon-calls.ts'
import { postEvents } from './operations-calls.ts'
import { testProduct } from './running-product.ts'
import { meOf } from './subscribing.ts'
import { signedInPerson, type TestPerson } from './test-client.ts'

/** A client's public code, in the share link. */
export const shareCodeOf = async (person: TestPerson) => (await meOf(person)).profile_referral_code

/** A client's bonuses in dollars: those that they can spend, and those that wait for a delivery (REF-04). */
export async function bonusesOf(person: TestPerson): Promise<{ earn: number; pending: number }> {
  const { earn, pending = 0 } = (await meOf(person)).referral_details
  return { earn, pending }
}

/** Pays an order on the card page with a card, and waits until it is paid. */
export const payBy = async (person: TestPerson, order: Order, card: string) => {
  await payOnCardPage((await followPaymentLink(order.payment_link)).location, card)
  return untilChecked(person, order, 'paid')
}

/** Somebody who came in by a share link, signed in without the way there. */
export async function newFriendOf(referrer: TestPerson): Promise<TestPerson> {
  const { product, clock } = await testProduct()
  const friend = await signedInPerson()
  const brought = { friendId: friend.clientId, shareCode: await shareCodeOf(referrer), now: clock.now() }
  await transaction(product.queries, (queries) => noteReferrer(queries, brought))
  return friend
}

/** A friend of a client who pays for a first order with a card, and has it delivered. */
export async function friendPaysWith(card: string, referrer: TestPerson): Promise<TestPerson> {
  const friend = await newFriendOf(referrer)
  const order = await friend.order()
  expect(order.price).toBe(28)
  await payBy(friend, order, card)
  await postEvents(order, 'send')
  return friend
}
