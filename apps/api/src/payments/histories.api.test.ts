import type { Order } from '@nerdify/contract/orders.ts'
import type { TipForm } from '@nerdify/contract/tips.ts'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { balanceOf, expectBooksToAgree } from '../testing/books.ts'
import { followPaymentLink, payOnCardPage, testCards } from '../testing/card-page.ts'
import { cardProvider } from '../testing/card-provider.ts'
import { applyCode, change, newCoupon, readOrder } from '../testing/coupon-calls.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { steer, untilIdle } from '../testing/sandbox-controls.ts'
import { eventually, signedInPerson, type TestPerson } from '../testing/test-client.ts'
import { replayCardEvents } from './replay-events.ts'

const runs = process.env.PROVE === undefined ? 30 : 2_000

afterEach(() => steer('webhooks', {}))

/** What can happen; numbers choose among the orders and pages that there are. */
const step = fc.oneof(
  fc.record({ what: fc.constant('order' as const), useBalance: fc.boolean(), cashback: fc.boolean() }),
  fc.record({ what: fc.constant('size' as const), which: fc.nat(20), pages: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('service' as const), which: fc.nat(20) }),
  fc.record({ what: fc.constant('balance' as const), which: fc.nat(20), use: fc.boolean() }),
  fc.record({ what: fc.constant('open' as const), which: fc.nat(20) }),
  fc.record({ what: fc.constant('pay' as const), which: fc.nat(20), declined: fc.boolean() }),
  fc.record({ what: fc.constant('refund' as const), which: fc.nat(20), cents: fc.integer({ min: 1, max: 6_000 }) }),
  fc.record({ what: fc.constant('tip' as const), which: fc.nat(20) }),
  fc.record({ what: fc.constant('dispute' as const), which: fc.nat(20) }),
  fc.record({ what: fc.constant('events' as const), mode: fc.constantFrom('sent', 'lost', 'many') }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const modes = { sent: {}, lost: { drop: true }, many: { copies: 3, jitter_ms: 30 } } as const

interface World {
  person: TestPerson
  orders: Order[]
  pages: string[]
  /** Refunds and disputes may take credits back below zero; spending never does. */
  takenBack: boolean
  disputed: Set<string>
}

async function happen(world: World, one: Step): Promise<void> {
  const { person, orders, pages } = world
  if (one.what === 'events') {
    await steer('webhooks', modes[one.mode as keyof typeof modes])
    return
  }
  if (one.what === 'order') {
    const order = await person.order({ use_balance: one.useBalance })
    if (one.cashback) await applyCode(person, order, await newCoupon({ gift: { kind: 'cashback', percent: 30 } }))
    orders.push(order)
    return
  }
  if (one.what === 'pay') {
    const page = pages[one.which % Math.max(1, pages.length)]
    if (page !== undefined)
      await payOnCardPage(page, one.declined ? testCards.declined : testCards.good).catch(() => undefined)
    return
  }
  const order = orders[one.which % Math.max(1, orders.length)]
  if (order === undefined) return
  switch (one.what) {
    case 'size':
      await change(person, order, { size: `${one.pages} Pages` })
      break
    case 'service':
      await change(person, order, { action: 'service_add', tag: 'prioritize_my_task' })
      break
    case 'balance':
      await change(person, order, { use_balance: one.use })
      break
    case 'open': {
      const { location } = await followPaymentLink(order.payment_link)
      if (location.startsWith('http')) pages.push(location)
      break
    }
    case 'refund':
      world.takenBack = true
      await operate('POST', `/orders/${order.id}/refunds`, { amount: one.cents / 100, reason: 'x' })
      break
    case 'tip':
      await tip(world, order)
      break
    case 'dispute': {
      world.takenBack = true
      world.disputed.add(order.id)
      const { data } = await (await cardProvider()).paymentIntents.list({ limit: 20 })
      const paid = data.find((payment) => payment.status === 'succeeded' && payment.metadata.order_id === order.id)
      if (paid !== undefined) await steer('disputes', { payment_intent: paid.id }).catch(() => undefined)
    }
  }
}

async function tip({ person, pages }: World, order: Order): Promise<void> {
  const { product, url } = await testProduct()
  await operate('POST', `/orders/${order.id}/events`, { event: 'send' })
  await product.queries.updateTable('client_order').set({ mark: 5 }).where('id', '=', order.id).execute()
  const form = await person.send<TipForm>('GET', `/api/v3/orders/${order.id}/tip_form`)
  if (form.status !== 200) return
  const body = new URLSearchParams({ ...form.body.fields, amount: String(form.body.options[0]?.amount) })
  const html = await (await fetch(`${url}/tip`, { method: 'POST', body })).text()
  const page = /url=([^"]+)/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (page !== undefined) pages.push(page)
}

/** Every event arrives in the end, and everything that is due is done. */
async function settle({ person, orders }: World): Promise<void> {
  const { product } = await testProduct()
  await steer('webhooks', {})
  await untilIdle()
  await replayCardEvents(product)
  for (const order of orders) await person.send('POST', `/api/v3/orders/${order.id}/payment_check`)
  await eventually(async () => {
    const waiting = await product.queries
      .selectFrom('refund')
      .select('id')
      .where('client_id', '=', person.clientId)
      .where('status', '=', 'created')
      .execute()
    const events = await product.queries.selectFrom('card_event').select('id').where('status', '=', 'new').execute()
    return waiting.length === 0 && events.length === 0
  })
  await untilIdle()
}

test(`[PAY-04][PAY-06][PAY-07][PAY-11][PAY-13] ${runs} random histories of payments, tips, refunds, disputes, price changes, lost and repeated events keep the books`, {
  timeout: runs * 10_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { product } = await testProduct()
      const person = await signedInPerson()
      const world: World = { person, orders: [], pages: [], takenBack: false, disputed: new Set() }
      // Everybody begins with a credit of a first order, and a second order that it may pay for.
      await happen(world, { what: 'order', useBalance: false, cashback: true })
      await happen(world, { what: 'open', which: 0 })
      await happen(world, { what: 'pay', which: 0, declined: false })
      await happen(world, { what: 'order', useBalance: true, cashback: true })
      for (const one of steps) {
        await happen(world, one)
        if (!world.takenBack) expect(await balanceOf(person)).toBeGreaterThanOrEqual(0)
      }
      await settle(world)
      for (const { id } of world.orders) {
        const order = await readOrder(person, { id })
        // Nothing is given back twice, and a surplus has been returned: what is kept is at most the price.
        expect(order.refunded).toBeLessThanOrEqual(order.client_paid)
        // A surplus of a payment that is disputed is frozen with it, and staff are told.
        if (!world.disputed.has(id)) expect(order.client_paid).toBeLessThanOrEqual(order.price)
      }
      // Every charge has its entry.
      const { data } = await (await cardProvider()).paymentIntents.list({ limit: 50 })
      for (const payment of data.filter(({ status, metadata }) => {
        return status === 'succeeded' && world.orders.some(({ id }) => id === metadata.order_id)
      })) {
        const entry = await product.queries
          .selectFrom('ledger_ref')
          .select('ref')
          .where('ref', '=', payment.id)
          .execute()
        expect(entry).toHaveLength(1)
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
  await expectBooksToAgree()
  const { product } = await testProduct()
  const entries = await product.queries
    .selectFrom('ledger_entry')
    .select(['kind', (count) => count.fn.countAll<number>().as('times')])
    .groupBy('kind')
    .execute()
  const times = Object.fromEntries(entries.map((entry) => [entry.kind, Number(entry.times)]))
  // The histories moved money in every common way.
  for (const kind of ['order_payment', 'balance_hold', 'cashback', 'refund']) {
    expect([kind, (times[kind] ?? 0) > 0]).toEqual([kind, true])
  }
  const outcome = `books agree, every charge is booked, nothing over-refunded: ${times.order_payment} payments, ${times.surplus_refund ?? 0} surpluses, ${times.refund} refunds, ${times.tip ?? 0} tips, ${times.dispute ?? 0} disputes`
  console.log(`PROOF ${JSON.stringify({ name: 'random histories of payments', requirement: 'PAY-13', runs, outcome })}`)
})
