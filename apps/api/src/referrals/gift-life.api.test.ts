import type { Order } from '@nerdify/contract/orders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectBooksToAgree } from '../testing/cards/books.ts'
import { newCard } from '../testing/cards/card-page.ts'
import { applyCode, change, readOrder } from '../testing/coupon-calls.ts'
import { bonusesOf, newFriendOf, payBy } from '../testing/friends.ts'
import { postEvents } from '../testing/operations-calls.ts'
import { proofSize } from '../testing/proof-size.ts'
import { meOf } from '../testing/subscribing.ts'
import { signedInPerson } from '../testing/test-client.ts'

/** The possible next steps of friend and staff; `at` selects an existing order. */
type Step = { kind: 'order' | 'coupon' | 'remove' | 'take' | 'resize' | 'pay' | 'decline'; at: number }

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('order', 'order', 'coupon', 'remove', 'take', 'resize', 'pay', 'pay', 'decline'),
    at: fc.nat(7),
  }),
  { minLength: 6, maxLength: 12 },
)

/** The expected state of an order. */
interface Expected {
  order: Order
  pages: number
  code: 'referral' | 'NERD10' | null
  state: 'unpaid' | 'paid' | 'declined'
}

const pagePrice = 24
const priceOf = ({ pages, code }: Expected) => {
  const full = pages * pagePrice
  return code === 'referral' ? full - 20 : code === 'NERD10' ? full * 0.9 : full
}

test('[REF-04] in any sequence of events the gift stays until an order is paid with it, and earns one reward', async () => {
  const runs = proofSize({ embedded: { test: 3, prove: 40 }, server: { test: 2, prove: 40 } })
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      const referrer = await signedInPerson()
      const friend = await newFriendOf(referrer)
      const orders: Expected[] = []
      let isOpen = true

      const act: Record<Exclude<Step['kind'], 'order'>, (one: Expected) => Promise<void>> = {
        async coupon(one) {
          expect((await applyCode(friend, one.order, 'NERD10')).status).toBe(200)
          one.code = 'NERD10'
        },
        async remove(one) {
          expect((await change(friend, one.order, { action: 'discount_del' })).status).toBe(200)
          one.code = null
        },
        async take(one) {
          expect((await applyCode(friend, one.order, 'referral')).status).toBe(isOpen ? 200 : 422)
          if (isOpen) one.code = 'referral'
        },
        async resize(one) {
          one.pages = one.pages === 2 ? 3 : 2
          expect((await change(friend, one.order, { size: `${one.pages} Pages` })).status).toBe(200)
        },
        async pay(one) {
          await payBy(friend, await readOrder(friend, one.order), newCard())
          one.state = 'paid'
          if (one.code !== 'referral') return
          isOpen = false
          for (const other of orders) if (other.state === 'unpaid' && other.code === 'referral') other.code = null
        },
        async decline(one) {
          await postEvents(one.order, 'decline')
          one.state = 'declined'
        },
      }

      for (const { kind, at } of life) {
        const unpaid = orders.filter(({ state }) => state === 'unpaid')
        const one = unpaid[at % Math.max(1, unpaid.length)]
        if (kind === 'order' || one === undefined) {
          orders.push({ order: await friend.order(), pages: 2, code: isOpen ? 'referral' : null, state: 'unpaid' })
        } else {
          await act[kind](one)
        }
        for (const each of orders.filter(({ state }) => state !== 'declined')) {
          const { price, discountCode } = await readOrder(friend, each.order)
          expect([kind, discountCode, price]).toEqual([kind, each.code, priceOf(each)])
        }
        expect((await meOf(friend)).friend_gift).toBe(isOpen ? 20 : 0)
        expect(await bonusesOf(referrer)).toEqual({ earn: 0, pending: isOpen ? 0 : 20 })
      }
      await expectBooksToAgree()
    }),
    { numRuns: runs, endOnFailure: true },
  )
  console.log(
    `PROOF ${JSON.stringify({ name: 'lives of a gift', requirement: 'REF-04', runs, outcome: 'kept until paid with, one reward' })}`,
  )
}, 600_000)
