import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { ownDatabase } from '../testing/own-database.ts'
import { connectEmbedded, connectServer, type Database } from './connect.ts'
import { uuidv7 } from './uuid.ts'
import { isMigrated, migrate, pendingMigrations } from './migrate.ts'
import { copiedDataDir } from '../testing/started-data.ts'

/** Cleanups of the current test, run in reverse order. */
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function openMigrated(): Promise<Database> {
  if (process.env.TEST_DATABASE_URL !== undefined) {
    const own = await ownDatabase()
    endings.push(() => own.drop())
    const database = connectServer(own.url, 1)
    await migrate(database)
    return database
  }
  const directory = await copiedDataDir('migrated', 'nerdify-migrated-')
  endings.push(() => rmSync(directory, { recursive: true }))
  return connectEmbedded(directory)
}

/** A new database with all migrations, on the engine of these tests. */
async function migrated(): Promise<Database> {
  const database = await openMigrated()
  endings.push(() => database.close())
  return database
}

const laterMigration = ({ queries }: Database, removes: string | null) =>
  sql`insert into applied_migration (name, checksum, ran_at, removes) values ('9999_later.sql', 'x', now(), ${removes})`.execute(
    queries,
  )

test('[HOLD-04][OPS-03] this build ignores a newer build’s migration, is ready and starts', async () => {
  const database = await migrated()
  await laterMigration(database, null)
  expect(await isMigrated(database)).toBe(true)
  expect(await pendingMigrations(database)).toEqual([])
  await migrate(database)
})

test('[HOLD-04] a newer migration with a removal keeps this build from being ready and from starting', async () => {
  const database = await migrated()
  await laterMigration(database, "a client's tags")
  const reason =
    "Its migration 9999_later.sql is newer than this build and removes a client's tags; start a newer build."
  await expect(migrate(database)).rejects.toThrow(reason)
  await expect(isMigrated(database)).rejects.toThrow(reason)
})

test('[HOLD-04][OPS-03] is not ready until all own migrations have run, however many others have', async () => {
  const database = await migrated()
  await laterMigration(database, null)
  await sql`delete from applied_migration where name like '0046_%'`.execute(database.queries)
  expect(await isMigrated(database)).toBe(false)
  expect(await pendingMigrations(database)).toEqual(['0046_what_a_migration_removes.sql'])
  await migrate(database)
  expect(await isMigrated(database)).toBe(true)
})

test('[HOLD-04] a database of an older build still works, and that build finds its own records unchanged', async () => {
  const database = await migrated()
  // As such a build left it: its records, and no table of newer builds.
  await sql`insert into migration select name, checksum, ran_at from applied_migration where name < '0031'`.execute(
    database.queries,
  )
  await sql`delete from applied_migration where name < '0031'`.execute(database.queries)
  const names = async (table: 'migration' | 'applied_migration') => {
    const rows = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
      database.queries,
    )
    return rows.rows.map(({ name }) => name)
  }
  const ofOlder = await names('migration')
  expect(ofOlder.length).toBeGreaterThan(20)
  await migrate(database)
  expect(await names('migration')).toEqual(ofOlder)
  expect(await names('applied_migration')).toEqual(expect.arrayContaining(ofOlder))

  await sql`drop table applied_migration`.execute(database.queries)
  const pending = await pendingMigrations(database)
  expect(pending[0]?.startsWith('0031')).toBe(true)
})

test.for(['23505', '42710', '42P07'])(
  '[OPS-04] a process that loses the race to create the first tables (%s) starts all the same',
  async (code) => {
    const database = await migrated()
    let lost = 0
    const racing: Database = {
      ...database,
      script: async (text) => {
        if (text.includes('create table if not exists migration') && lost++ === 0)
          throw Object.assign(new Error('already exists'), { code })
        return database.script(text)
      },
    }
    await migrate(racing)
    expect(lost).toBe(2)
  },
)

test('[TALK-05] moves clients’ texts to a general conversation, which waits from the first unanswered', async () => {
  const { queries, ...database } = await migrated()
  await sql`alter table message drop column by_text`.execute(queries)
  await sql`delete from applied_migration where name like '0152_%'`.execute(queries)
  const id = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`
  const texts = [
    [id(1), id(8), 1, 1],
    [id(2), id(8), 2, null],
    [id(3), id(9), 3, 3],
    [id(4), null, 4, null],
  ] as const
  for (const [key, client, at, answered] of texts) {
    await sql`
      insert into text_received (id, client_id, at, phone, body, answered_at)
      values (${key}, ${client}, ${new Date(at)}, '+1', ${key}, ${answered && new Date(answered)})`.execute(queries)
  }
  await migrate({ queries, ...database })
  const remaining = await sql`select id from text_received`.execute(queries)
  expect(remaining.rows).toEqual([{ id: id(4) }])
  const moved = await sql`
    select m.id, m.client_id, body = m.id::text and author = 'client' and by_text as whole,
      waits_since = to_timestamp(0.002) as waits from message m
      join conversation c on c.client_id = m.client_id and c.id = m.conversation_id order by m.id`.execute(queries)
  expect(moved.rows).toEqual([
    { id: id(1), client_id: id(8), whole: true, waits: true },
    { id: id(2), client_id: id(8), whole: true, waits: true },
    { id: id(3), client_id: id(9), whole: true, waits: null },
  ])
})

test('[TALK-01] moves words of signed-in clients to their general conversation; typed numbers’ words stay', async () => {
  const { queries, ...database } = await migrated()
  await sql`delete from applied_migration where name like '0193_%'`.execute(queries)
  const id = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`
  const requests = [
    { nth: 1, signedIn: true, body: 'Answered', answered: 9 },
    { nth: 2, signedIn: true, body: 'Waits', answered: null },
    { nth: 3, signedIn: true, body: ' ', answered: null },
    { nth: 4, signedIn: false, body: 'Typed', answered: null },
    { nth: 5, signedIn: true, body: 'Asked to be texted', answered: null, from: '+1' },
  ]
  for (const { nth, signedIn, body, answered, from = null } of requests) {
    await sql`
      insert into contact_request (client_id, id, at, phone, body, signed_in, answered_at, from_number)
      values (${id(8)}, ${id(nth)}, ${new Date(nth)}, '+1', ${body}, ${signedIn}, ${answered && new Date(answered)}, ${from})
    `.execute(queries)
  }
  await sql`
    insert into text_received (id, client_id, at, phone, body) values (${id(6)}, ${id(8)}, ${new Date(6)}, '+1', 'Texted')
  `.execute(queries)
  await migrate({ queries, ...database })
  const stay = await sql<{ body: string }>`select body from contact_request order by id`.execute(queries)
  expect(stay.rows.map(({ body }) => body)).toEqual([' ', 'Typed', 'Asked to be texted'])
  expect((await sql`select from text_received`.execute(queries)).rows).toEqual([])
  const moved = await sql`
    select body, by_text, read_at = to_timestamp(0.009) as read from message
    where client_id = ${id(8)} and conversation_id = ${id(8)} and author = 'client' order by id`.execute(queries)
  expect(moved.rows).toEqual([
    { body: 'Answered', by_text: false, read: true },
    { body: 'Waits', by_text: false, read: null },
    { body: 'Texted', by_text: true, read: null },
  ])
  const { rows } = await sql`
    select waits_since = to_timestamp(0.002) as waits, last_at = to_timestamp(0.006) as last, staff_read_id
    from conversation where id = ${id(8)}`.execute(queries)
  expect(rows).toEqual([{ waits: true, last: true, staff_read_id: id(1) }])
})

test('[LAW-06] deletes the unfinished orders of accounts that an older build erased', async () => {
  const { queries, ...database } = await migrated()
  await sql`delete from applied_migration where name like '0204_%'`.execute(queries)
  const id = (nth: number) => `00000000-0000-7000-8000-0000000000${nth}`
  const [erased, present] = [id(10), id(11)]
  await sql`
    insert into client (id, created_at, erased_at) values (${erased}, now(), now()), (${present}, now(), null)
  `.execute(queries)
  const orders = [
    { client: erased, system: null, status: 'Nerd found', after: 'Deleted' },
    { client: erased, system: 'Refund Declined', status: 'On revision', after: 'Deleted' },
    { client: erased, system: 'Refund Requested', status: 'In progress', after: 'Refund Requested' },
    { client: erased, system: 'Completed', status: 'Completed', after: 'Completed' },
    { client: erased, system: 'Unpaid', status: null, after: 'Unpaid' },
    { client: present, system: null, status: 'Nerd found', after: null },
  ]
  for (const [nth, { client, system, status }] of orders.entries()) {
    await sql`
      insert into client_order (client_id, id, number, payment_token, created_at, updated_at, version, field_versions,
        system_status, client_status)
      values (${client}, ${id(20 + nth)}, ${nth}, ${nth}, now(), now(), 1, '{}', ${system}, ${status})`.execute(queries)
  }
  const begun = Date.now() - 1
  await migrate({ queries, ...database })
  const { rows } = await sql`
    select system_status as after, version, event, e.id > ${uuidv7(begun)}::uuid and e.id < ${uuidv7(begun + 60_000)}::uuid as now
    from client_order o left join order_event e on order_id = o.id order by o.id`.execute(queries)
  const [same, deleted] = [
    { version: 1, event: null, now: null },
    { version: 2, event: 'delete', now: true },
  ]
  expect(rows).toEqual(orders.map(({ system, after }) => ({ after, ...(after === system ? same : deleted) })))
})

test('[OPS-14] each name in the histories becomes one Nerd with the last typed rating, and gets its orders', async () => {
  const { queries, ...database } = await migrated()
  await sql`alter table client_order drop column nerd_id`.execute(queries)
  await sql`drop table nerd`.execute(queries)
  await sql`delete from applied_migration where name like '0140_%'`.execute(queries)
  const found = [
    ['1', 1, { worker: { name: 'Ada', rating: 4.9 } }],
    ['1', 2, { worker: { name: 'Ben', rating: 4.255 } }],
    ['2', 3, { worker: { name: 'Ada', rating: 4.7 } }],
    ['3', 4, { worker: { name: 'ada', rating: 5 } }],
    ['4', 5, {}],
  ] as const
  const id = (nth: string | number) => `00000000-0000-7000-8000-00000000000${nth}`
  for (const nth of ['1', '2', '3', '4']) {
    await sql`
      insert into client_order (client_id, id, number, payment_token, created_at, updated_at, version, field_versions)
      values (${id(9)}, ${id(nth)}, ${nth}, ${nth}, now(), now(), 1, '{}')`.execute(queries)
  }
  for (const [order, nth, data] of found) {
    await sql`
      insert into order_event (client_id, order_id, id, author, at, event, data)
      values (${id(9)}, ${id(order)}, ${id(nth)}, 'operations', ${new Date(nth)}, 'nerd_found', ${JSON.stringify(data)})
    `.execute(queries)
  }
  await migrate({ queries, ...database })
  const rows = await sql`
    select number, name, rating_hundredths from client_order left join nerd on nerd.id = nerd_id order by number
  `.execute(queries)
  expect(rows.rows).toEqual([
    { number: '1', name: 'Ben', rating_hundredths: 426 },
    { number: '2', name: 'Ada', rating_hundredths: 470 },
    { number: '3', name: 'ada', rating_hundredths: 500 },
    { number: '4', name: null, rating_hundredths: null },
  ])
})
