import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { transaction } from './transaction.ts'

test('[OPS-04] reads a table that gains a column at runtime, alone and in a transaction', async () => {
  const { database } = await testProduct()
  const { queries } = database
  await database.script('create table grown (id integer primary key); insert into grown values (1), (2)')
  const read = (id: number, from = queries) => sql`select * from grown where id >= ${id}`.execute(from)
  // Often enough that each connection of the pool has prepared the statement.
  await Promise.all(Array.from({ length: 40 }, () => read(1)))
  await database.script("alter table grown add column name text not null default 'new'")
  const expected = [
    { id: 1, name: 'new' },
    { id: 2, name: 'new' },
  ]
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => read(1)),
    ...Array.from({ length: 20 }, () => transaction(queries, (within) => read(1, within))),
  ])
  for (const { rows } of answers) expect(rows).toEqual(expected)
  await database.script('drop table grown')
})

test('[OPS-04] prepares an outdated statement again, alone and in a transaction', async () => {
  const { queries } = (await testProduct()).database
  await sql`create table widened (id integer primary key)`.execute(queries)
  await sql`insert into widened values (${1})`.execute(queries)
  const read = (from = queries) => sql`select * from widened where id = ${1}`.execute(from)
  await Promise.all(Array.from({ length: 20 }, () => read()))
  await sql`alter table widened add column name text`.execute(queries)
  expect((await transaction(queries, (within) => read(within))).rows).toEqual([{ id: 1, name: null }])
  await sql`alter table widened add column facts jsonb default '{"a": [null, "b"]}'`.execute(queries)
  const wider = [{ id: 1, name: null, facts: { a: [null, 'b'] } }]
  for (const { rows } of await Promise.all(Array.from({ length: 20 }, () => read()))) expect(rows).toEqual(wider)
  await sql`drop table widened`.execute(queries)
})

test('[OPS-10] plans a search by words for its words each time', async () => {
  const { queries } = (await testProduct()).database
  const search = (words: string, from = queries) =>
    sql`select ${words}::text where to_tsvector('simple', 'Hamlet') @@ to_tsquery('simple', ${words})`.execute(from)
  await transaction(queries, async (within) => {
    await search('hamlet', within)
    const { rows } =
      await sql`select statement from pg_prepared_statements where statement like '%to_tsquery%'`.execute(within)
    expect(rows).toEqual([])
  })
  expect((await search('hamlet')).rows).toHaveLength(1)
})

test('[OPS-04] a failed statement leaves its connection usable', async () => {
  const { queries } = (await testProduct()).database
  const divide = (by: number) => sql<{ result: number }>`select 10 / ${by}::integer as result`.execute(queries)
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(5)).rows).toEqual([{ result: 2 }])
})
