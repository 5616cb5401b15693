import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { OrderTable } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { testProduct } from '../testing/running-product.ts'
import { changeHeldOrder, insertOrder, orderOf, type OrderChangeSet } from './orders.store.ts'

const written = async () => {
  const { database, clock } = await testProduct()
  const { queries } = database
  const now = clock.now()
  const clientId = randomUUID()
  const least = {
    client_id: clientId,
    id: uuidv7(now),
    number: String(Math.random()).slice(2, 9),
    payment_token: randomUUID(),
    created_at: new Date(now),
    updated_at: new Date(now),
    version: 1,
    field_versions: '{}',
    price_name: null,
    title: null,
    subject: null,
    details: null,
    size_count: null,
    size_measure: null,
    system_status: 'Unpaid',
    client_status: null,
  } satisfies Insertable<OrderTable>
  const insert = (order: Insertable<OrderTable>) =>
    transaction(queries, (within) => insertOrder(within, order, { id: uuidv7(now), author: 'client' }))
  const read = () => orderOf(queries, clientId, least.id)
  return { queries, least, insert, read }
}

/** Every column that a change may set, each with a value of its own. */
const everyColumn = {
  updated_at: new Date(1_800_000_000_001),
  version: 7,
  field_versions: '{"title": 3, "a": 7}',
  price_name: 'Essay (writing)',
  title: 'Title 🎓',
  subject: 'History',
  details: 'What the fall of Rome has to do with lead.',
  size_count: 3,
  size_measure: 'Pages',
  deadline: new Date(1_800_000_000_002),
  plagiarism_check: true,
  quote_cents: 4_000,
  discount_cents: 400,
  service_cents: 1_499,
  price_cents: 5_099,
  quoted_at: new Date(1_800_000_000_003),
  services:
    '{"top_writer":{"list_cents":1499,"price_cents":1499,"free_reason":null,"added":true,"paid":false,"refunded":false}}',
  discount_code: 'HELLO',
  discount: '{"gift":{"kind":"percent","percent":10},"added_services":[],"cashback_cents":0}',
  discount_error_type: 'not_found',
  discount_error_value: '"a text"',
  paid_cents: 1,
  refunded_cents: 2,
  system_status: null,
  client_status: 'In progress',
  mark: 4,
  tags: ['a', 'b "quoted"'],
  additional: ['c'],
  profile_arch: 1,
  declined: true,
  is_promo: true,
  is_complex: true,
  tips_paid: true,
  tips_cents: 3,
  sent_at: new Date(1_800_000_000_004),
  client_accept_at: new Date(1_800_000_000_005),
  revision_accept_at: new Date(1_800_000_000_006),
  revision_deadline: new Date(1_800_000_000_007),
  refund_accept_at: new Date(1_800_000_000_008),
  payment_link_sent_at: new Date(1_800_000_000_009),
  use_balance: true,
  held_cents: 4,
  attachments: '[{"id":"x","name":"a.pdf","bytes":5}]',
  writer_revision_complete_at: new Date(1_800_000_000_010),
  price_fixed: true,
  recalled_at: new Date(1_800_000_000_011),
  honour_code: '1',
  preferred_worker: 'Nerd',
} satisfies Record<Exclude<keyof OrderTable, 'client_id' | 'id' | 'number' | 'payment_token' | 'created_at'>, unknown> &
  OrderChangeSet

test('[API-04] a new order is answered as it is stored, also where the database puts the value in', async () => {
  const { least, insert, read } = await written()
  const answered = await insert(least)
  expect(answered).toEqual(await read())
})

test('[API-04] a new order with every column is answered as it is stored', async () => {
  const { least, insert, read } = await written()
  const answered = await insert({ ...least, ...everyColumn })
  expect(answered).toEqual(await read())
})

test('[API-04] a changed order is answered as it is stored, whatever the change sets', async () => {
  const { queries, least, insert, read } = await written()
  const order = await insert(least)
  const answered = await transaction(queries, (within) => changeHeldOrder(within, order, everyColumn))
  expect(answered).toEqual(await read())
  const emptied: OrderChangeSet = { deadline: null, discount: null, discount_error_value: null, title: null, tags: [] }
  const again = await transaction(queries, (within) => changeHeldOrder(within, answered, emptied))
  expect(again).toEqual(await read())
})

test('[API-14] a number that another order has is drawn anew', async () => {
  const { queries, least, insert } = await written()
  await insert(least)
  let tries = 0
  const made = await transaction(queries, async (within) => {
    tries += 1
    const order = { ...least, id: uuidv7(least.created_at.getTime()), payment_token: randomUUID() }
    if (tries === 2) order.number = String(Math.random()).slice(2, 9)
    const inserted = await insertOrder(within, order, { id: uuidv7(least.created_at.getTime()), author: 'client' })
    // What is read afterwards does not hide why the insert failed.
    await orderOf(within, order.client_id, order.id)
    return inserted
  })
  expect(tries).toBe(2)
  expect(await orderOf(queries, made.client_id, made.id)).toEqual(made)
})
