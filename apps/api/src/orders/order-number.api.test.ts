import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { testProduct } from '../testing/running-product.ts'
import { insertOrder, orderOf } from './orders.store.ts'
import { unpricedColumns } from './price/quote-order.ts'

const drawn = () => String(Math.random()).slice(2, 9)

test('[API-14] skips a taken number, and draws others if all are taken', async () => {
  const { database, clock } = await testProduct()
  const now = clock.now()
  const order = () => ({
    client_id: randomUUID(),
    id: uuidv7(now),
    payment_token: randomUUID(),
    created_at: new Date(now),
    updated_at: new Date(now),
    version: 1,
    field_versions: '{}',
    price_name: null,
    size_count: null,
    size_measure: null,
    deadline: null,
    title: null,
    subject: null,
    details: null,
    plagiarism_check: false,
    use_balance: false,
    attachments: '[]',
    system_status: 'Unpaid' as const,
    client_status: null,
    honour_code: null,
    ...unpricedColumns,
  })
  const takenNumber = drawn()
  let tries = 0
  const insert = (numbers: readonly string[]) =>
    transaction(database.queries, (within) => {
      tries += 1
      const event = { id: uuidv7(now), author: 'client' }
      return insertOrder(within, order(), { numbers: tries === 4 ? [drawn()] : numbers, event })
    })
  expect((await insert([takenNumber])).number).toBe(takenNumber)
  // The same statement skips taken numbers (HOLD-10).
  const free = `1${drawn()}`
  expect(await insert([takenNumber, takenNumber, free])).toMatchObject({ number: free })
  expect(tries).toBe(2)
  // All are taken: it draws others.
  const inserted = await insert([takenNumber, free])
  expect(tries).toBe(4)
  expect(await orderOf(database.queries, inserted.client_id, inserted.id)).toEqual(inserted)
})
