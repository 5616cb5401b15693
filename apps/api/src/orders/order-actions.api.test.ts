import type { Order } from '@nerdify/contract/orders.ts'
import { expect, test } from 'vitest'
import { change } from '../testing/coupon-calls.ts'
import { personWithPaidOrder, postEvents } from '../testing/operations-calls.ts'

/** Where events bring an order of the cabinet, each a way from paid (STATE-17). */
const ways = [
  [],
  ['nerd_found'],
  ['send'],
  ['send', 'accept'],
  ['send', 'request_revision'],
  ['send', 'request_revision', 'accept_revision'],
  ['send', 'request_revision', 'accept_revision', 'complete_revision'],
  ['send', 'request_refund'],
  ['nerd_found', 'request_refund', 'decline_refund'],
  ['send', 'request_refund', 'decline_refund'],
  ['send', 'request_refund', 'accept_refund'],
] as const

/** The calls behind actions, in an order in which the earlier ones leave the later ones something to try. */
const calls = [
  ['change_rating', { action: 'client_feedback', mark: 1 }],
  ['rate', { action: 'client_feedback', mark: 5 }],
  ['change_rating', { action: 'client_feedback', mark: 4 }],
  ['accept', { action: 'accept' }],
  ['request_revision', { action: 'request_revision', note: 'Two sources more' }],
  ['request_refund', { action: 'request_refund', note: 'Not what I asked for' }],
] as const

test.each(ways.map((way) => [way.join(', ') || 'paid', way] as const))(
  '[CAB-04][CAB-11][RATE-06][STATE-19] after "%s" the server takes what the card offers, and refuses what it does not',
  async (_name, way) => {
    const { person, order } = await personWithPaidOrder()
    if (way.length > 0) await postEvents(order, ...way)
    const path = `/api/v3/orders/${order.id}`
    for (const [name, body] of calls) {
      const before = (await person.send<Order>('GET', path)).body
      const offered = before.actions.includes(name)
      // One call rates and changes the rating; the prompt asks for a rating too (STATE-13).
      const rates = before.isCanShowRating || before.actions.some((one) => one === 'rate' || one === 'change_rating')
      const answer = await change(person, order, body)
      const taken = body.action === 'client_feedback' ? rates : offered
      expect([name, answer.status]).toEqual([name, taken ? 200 : 409])
    }
    const tips = await person.send('GET', `${path}/tip_form`)
    const { actions } = (await person.send<Order>('GET', path)).body
    expect(tips.status).toBe(actions.includes('tip') ? 200 : 409)
  },
)
