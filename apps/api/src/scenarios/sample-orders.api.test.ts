import type { OrderFile } from '@nerdify/contract/files.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import {
  applyEvent,
  type EventCause,
  type OrderEventName,
  type OrderProgress,
  orderEventNames,
} from '@nerdify/domain/orders/order-progress.ts'
import { clientStatuses, systemStatuses } from '@nerdify/domain/orders/order-status.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { progressOf } from '../orders/change/apply-order-event.ts'
import type { StoredOrder } from '../orders/list/own-order.ts'
import { recallUnpaidOrders } from '../orders/change/recall-unpaid-orders.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { newAccount, newPhone } from '../testing/test-client.ts'
import { transaction } from '../database/transaction.ts'
import { sampleOrders } from './sample-orders.ts'
import { seedFiles } from './seed-files.ts'
import { seed } from './seed.ts'
import { seedSampleOrders } from './seed-sample-orders.ts'

/** Events that change the deadline of the work. */
const deadlineEvents = ['extend_deadline', 'accept_deadline']

let clientId: string
let ownPhone: string
let orders: StoredOrder[]

beforeAll(async () => {
  const { product, clock, settings } = await testProduct()
  ;({ clientId, phone: ownPhone } = await newAccount())
  await transaction(product.queries, (queries) => seedSampleOrders(queries, { clientId, now: clock.now(), settings }))
  orders = await product.queries
    .selectFrom('client_order')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('created_at')
    .execute()
})

describe('the seeded orders', () => {
  test('[SBX-04][STATE-17] cover every status and every event', () => {
    expect(orders.map((order) => order.title)).toEqual(sampleOrders.map((sample) => sample.title))
    expect(new Set(orders.map((order) => order.system_status))).toEqual(new Set([null, ...systemStatuses]))
    expect(new Set(orders.map((order) => order.client_status))).toEqual(new Set([null, ...clientStatuses]))
    // Samples are not paid by card, so no bank disputes them.
    const possibleEvents = orderEventNames.filter((name) => name !== 'dispute_answered')
    expect(new Set(sampleOrders.flatMap((sample) => sample.events))).toEqual(new Set(possibleEvents))
  })

  test('[SBX-04][STATE-17] have facts that replay from their histories', async () => {
    for (const order of orders) {
      const { body } = await operate<OperationsOrderWithHistory>('GET', `/orders/${order.id}`)
      const events = body.events.filter(({ event }) => orderEventNames.some((name) => name === event))
      const last = progressOf(order)
      const first: OrderProgress = {
        ...last,
        systemStatus: 'Unpaid',
        clientStatus: null,
        declined: false,
        // Earlier than any agreed deadline.
        deadline: events.some(({ event }) => deadlineEvents.includes(event)) ? last.createdAt : last.deadline,
        offeredDeadline: null,
        tags: last.tags.filter((tag) => !['client_accept', 'no_feedback_1d'].includes(tag)),
        sentAt: null,
        clientAcceptAt: null,
        revisionAcceptAt: null,
        revisionDeadline: null,
        refundAcceptAt: null,
        writerRevisionCompleteAt: null,
        reviewSettledAt: null,
      }
      const replayed = events.reduce<OrderProgress | undefined>((facts, { event, author, at, data }) => {
        const deadline = typeof data.deadline === 'string' ? { deadline: Date.parse(data.deadline) } : {}
        const name = event as OrderEventName
        return facts && applyEvent(facts, { name, by: author as EventCause, ...deadline }, Date.parse(at))
      }, first)
      expect({ title: order.title, ...replayed }).toEqual({ title: order.title, ...last })
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
    }
  })

  test('[SBX-04][CAB-05] have one file per delivery, even if two processes seed at once', async () => {
    const { product } = await testProduct()
    const start = () => seedFiles(product, [{ phone: ownPhone, sampleOrders: true }])
    await Promise.all([start(), start()])
    await start()
    for (const order of orders) {
      const { body: files } = await operate<OrderFile[]>('GET', `/orders/${order.id}/files`)
      expect([order.title, files.map(({ type }) => type)]).toEqual([
        order.title,
        order.sent_at === null ? [] : ['file_final_draft'],
      ])
      for (const { location } of files) {
        expect(await (await fetch(location ?? '')).text()).toContain(`Order ${order.number}: ${order.title}`)
      }
    }
  })

  test('[SBX-04][PAY-04] match the ledger, and so does the balance, which is positive', async () => {
    const { product } = await testProduct()
    const sumOf = async (account: string) => {
      const { rows } = await sql<{ cents: number }>`
        select coalesce(sum(cents), 0)::bigint as cents from ledger_line where account = ${account}`.execute(
        product.queries,
      )
      return rows[0]?.cents ?? 0
    }
    for (const order of orders) {
      expect(await sumOf(`order:${order.id}`)).toBe(order.paid_cents)
      expect(Math.abs(await sumOf(`refunded:${order.id}`))).toBe(order.refunded_cents)
    }
    const client = await operate<{ available_balance: number }>('GET', `/clients/${clientId}`)
    expect(client.body.available_balance).toBeGreaterThan(0)
    expect(Math.round(client.body.available_balance * 100)).toBe(await sumOf(`balance:${clientId}`))
  })

  test('[OPS-02] are skipped by the autopilot if they are paid', () => {
    const skipped = orders.filter((order) => order.tags.includes('autopilot_off'))
    expect(skipped.map((order) => order.title)).toEqual(
      orders.filter((order) => order.client_status !== null).map((order) => order.title),
    )
  })

  test('[SBX-04] send no news and no reminders', async () => {
    const { product, clock, settings } = await testProduct()
    const phone = newPhone()
    const email = `sample-${phone.slice(-7)}@example.com`
    const about = {
      who: 'is a sample',
      tags: [],
      experiments: {},
      unpaidOrders: 2,
      adultConfirmed: true,
      sampleOrders: true,
    }
    await seed(product.queries, { now: clock.now(), settings, people: [{ phone, email, ...about }] })
    const laterClock = { now: () => clock.now() + 2 * 3_600_000 }
    while ((await recallUnpaidOrders({ ...product, clock: laterClock })) > 0);
    const messages = await product.queries
      .selectFrom('outbox')
      .select('template')
      .where('to_address', 'in', [phone, email])
      .execute()
    expect(messages).toEqual([])
  })
})
