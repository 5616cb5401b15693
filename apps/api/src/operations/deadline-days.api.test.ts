import type { Order } from '@nerdify/contract/orders.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { orderOf } from '../orders/orders.store.ts'
import { companyTime, waitsOfOrder } from '../orders/waiting-now.ts'
import { addNerdFile, bookCardPayment, registeredNerd } from '../testing/operations-calls.ts'
import { proofSize } from '../testing/proof-size.ts'
import { testProduct } from '../testing/running-product.ts'
import { signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { postEvent } from './post-event.ts'

const runs = proofSize({ embedded: { test: 15, prove: 100 }, server: { test: 15, prove: 400 } })
const minute = 60_000
const hour = 60 * minute

/** Payment times: before both clock changes of the company, a midnight, a weekend and a year's end. */
const begins = [
  '2027-03-13T20:00:00-08:00',
  '2027-11-06T20:00:00-07:00',
  '2027-06-15T23:59:00-07:00',
  '2027-06-18T17:00:00-07:00',
  '2027-12-31T23:30:00-08:00',
].map((at) => Date.parse(at))

/**
 * An independent computation of the late credit in cents, for a payment of $48: 10%, from 12 hours on 25%, from 24
 * hours on 50%.
 */
function creditByHand(lateMs: number): number {
  if (lateMs <= 0) return 0
  if (lateMs < 12 * hour) return 480
  return lateMs < 24 * hour ? 1_200 : 2_400
}

/** Posts events to an order, each at its own instant. */
function eventsAt({ clientId }: TestPerson, { id }: Pick<Order, 'id'>) {
  return async (now: number, event: string, more: object = {}) => {
    const { product, settings } = await testProduct()
    return transaction(product.queries, async (queries) => {
      const order = await orderOf(queries, clientId, id, { lock: true })
      if (order === undefined) throw new Error('the order is gone')
      const body = { event, ...more } as Parameters<typeof postEvent>[1]['body']
      return postEvent(queries, {
        order,
        body,
        author: 'machine',
        time: companyTime(settings, now),
        limitCents: undefined,
      })
    })
  }
}

test('[OPS-12][WAIT-05] deadlines, searches and late credits hold over midnights, clock changes and weekends', async () => {
  const { product, settings } = await testProduct()
  const nerd = await registeredNerd('Ada')
  const history = fc.record({
    begin: fc.constantFrom(...begins),
    promiseMs: fc.integer({ min: 12 * 60, max: 90 * 60 }).map((minutes) => minutes * minute),
    /** Shares of the time to the deadline, in percent. */
    reassignAt: fc.option(fc.integer({ min: 1, max: 90 })),
    extendByMs: fc.option(fc.integer({ min: 1, max: 80 * 60 }).map((minutes) => minutes * minute)),
    lateMs: fc.constantFrom(-hour, 0, 1, hour, 12 * hour - 1, 12 * hour, 24 * hour - 1, 24 * hour, 49 * hour),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ begin, promiseMs, reassignAt, extendByMs, lateMs }) => {
      const person = await signedInPerson()
      const order = await person.order()
      await bookCardPayment(person, order, 4_800)
      await addNerdFile(order)
      const paidFor = begin + promiseMs
      const key = { clientId: person.clientId, orderId: order.id }
      await product.queries
        .updateTable('client_order')
        .set({ deadline: new Date(paidFor), created_at: new Date(begin) })
        .where('id', '=', order.id)
        .execute()
      const post = eventsAt(person, order)
      await post(begin + minute, 'nerd_found', { nerd })
      if (reassignAt !== null) {
        const at = begin + minute + Math.floor((promiseMs * reassignAt) / 100)
        await post(at, 'reassign', { note: 'The Nerd is ill.' })
        const search = await waitsOfOrder(product.queries, key, companyTime(settings, at))
        const due = at + Math.min(24 * hour, Math.floor(Math.max(0, paidFor - at) / 4))
        expect(search.map(({ kind, since, due: until }) => [kind, since, until])).toEqual([['nerd_search', at, due]])
        await post(at + minute, 'nerd_found', { nerd })
      }
      const deadline = paidFor + (extendByMs ?? 0)
      if (extendByMs !== null) {
        const at = begin + Math.floor(promiseMs * 0.95)
        const agreed = { note: 'By phone', deadline: new Date(deadline).toISOString() }
        expect((await post(at, 'extend_deadline', agreed)).deadline).toBe(deadline)
      }
      const work = await waitsOfOrder(product.queries, key, companyTime(settings, deadline + 1))
      expect(work).toMatchObject([{ kind: 'work', late: true }])
      expect(work[0]?.due).toBeLessThanOrEqual(deadline)
      const sent = await post(deadline + lateMs, 'send')
      expect([sent.deadline, sent.late_credit_cents]).toEqual([deadline, creditByHand(lateMs)])
    }),
    { numRuns: runs, endOnFailure: true },
  )
  const outcome = 'each search, deadline and late credit as computed by hand'
  console.log(`PROOF ${JSON.stringify({ name: 'deadlines over special days', requirement: 'WAIT-05', runs, outcome })}`)
})
