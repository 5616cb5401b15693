import type { OperationsOrdersQuery } from '@nerdify/contract/operations.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Queries } from '../../database/tables.ts'
import { transaction, rolledBack } from '../../database/transaction.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { testProduct } from '../../testing/running-product.ts'
import { signedInPerson } from '../../testing/test-client.ts'
import { countOrdersUpTo, ordersAfter, type OrdersFilter } from '../orders.store.ts'
import { companyTime, waitingNow } from '../waiting-now.ts'
import { findOrders } from './find-any-order.ts'

const hourMs = 3_600_000
/** Few instants, so that a slice ends between orders with equal ones. */
const someHours = fc.integer({ min: -2, max: 1 }).map((days) => days * 48)
const someOrder = fc.record({
  createdHours: someHours,
  dueHours: fc.option(someHours),
  isPaid: fc.nat(3).map((one) => one > 0),
  client: fc.nat(1),
  type: fc.constantFrom('Essay (writing)' as const, 'Quiz' as const),
  tag: fc.constantFrom('vip', 'plain'),
  title: fc.constantFrom('Roman law', 'The law of large numbers', 'Poems'),
})
const perhaps = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const someFilter = fc.record({
  client: perhaps(fc.nat(1)),
  type: perhaps(fc.constantFrom('Essay (writing)' as const, 'Quiz' as const)),
  isPaid: perhaps(fc.boolean()),
  tag: perhaps(fc.constantFrom('vip', 'plain')),
  q: perhaps(fc.constantFrom('law', 'roman law')),
  dueFrom: perhaps(someHours),
  dueTo: perhaps(someHours),
})

test('[OPS-10] lists and counts late orders by any filters like a single statement', async () => {
  const { product, clock } = await testProduct()
  const clients = [await signedInPerson(), await signedInPerson()].map(({ clientId }) => clientId)
  const now = clock.now()
  const time = companyTime(product.settings, now)
  const at = (hours: number) => new Date(now + hours * hourMs)
  const found = (queries: Queries, query: OperationsOrdersQuery) => findOrders(queries, query, time)

  await transaction(product.queries, async (queries) => {
    // Hides changes by the product's rounds.
    await sql`set transaction isolation level repeatable read`.execute(queries)
    await rolledBack(queries, async () => {
      const rows = fc.sample(someOrder, { numRuns: 300, seed: 38 }).map((order) => {
        const id = uuidv7(now)
        return {
          client_id: clients[order.client] as string,
          id,
          number: id,
          payment_token: id,
          created_at: at(order.createdHours),
          updated_at: at(order.createdHours),
          version: 1,
          field_versions: '{}',
          deadline: order.dueHours === null ? null : at(order.dueHours),
          system_status: order.isPaid ? null : ('Unpaid' as const),
          client_status: order.isPaid ? ('In progress' as const) : null,
          price_name: order.type,
          tags: [order.tag],
          title: order.title,
        }
      })
      await queries.insertInto('client_order').values(rows).execute()
      const waits = await waitingNow(queries, time)
      const late = [...new Set(waits.filter((wait) => wait.late).map(({ order }) => order.id))]

      let slices = 0
      for (const { client, type, isPaid, tag, q, dueFrom, dueTo } of fc.sample(someFilter, { numRuns: 60, seed: 38 })) {
        const clientId = client === undefined ? undefined : clients[client]
        const query = {
          late: 'true' as const,
          ...(clientId !== undefined && { client: clientId }),
          ...(type !== undefined && { type }),
          ...(isPaid !== undefined && { state: isPaid ? 'in_progress' : 'unpaid' }),
          ...(tag !== undefined && { tag }),
          ...(q !== undefined && { q }),
          ...(dueFrom !== undefined && { due_from: at(dueFrom).toISOString() }),
          ...(dueTo !== undefined && { due_to: at(dueTo).toISOString() }),
        }
        const filter: OrdersFilter = {
          clientId,
          type,
          statuses:
            isPaid === undefined
              ? undefined
              : { system: isPaid ? [] : ['Unpaid'], client: isPaid ? ['In progress'] : [] },
          tag,
          words: q?.split(' '),
          dueFrom: dueFrom === undefined ? undefined : at(dueFrom).getTime(),
          dueTo: dueTo === undefined ? undefined : at(dueTo).getTime(),
          ids: { are: true, ids: late },
        }
        const by = dueFrom === undefined && dueTo === undefined ? 'newest' : 'deadline'
        const expected = await ordersAfter(queries, filter, { after: undefined, by, most: 10_000 })
        const { count: total } = await countOrdersUpTo(queries, filter, 1_000, { after: undefined, by, most: 1 })
        const listed: typeof expected = []
        for (let cursor: string | undefined = undefined; ; ) {
          const page = await found(queries, { ...query, ...(cursor !== undefined && { cursor }) })
          expect({ query, total: page.total }).toEqual({ query, total })
          listed.push(...page.orders)
          if (page.next === null) break
          cursor = page.next
        }
        expect({ query, listed }).toEqual({ query, listed: expected })
        slices += Math.ceil(listed.length / 20)
      }
      expect(slices).toBeGreaterThan(100)
    })
  })
})
