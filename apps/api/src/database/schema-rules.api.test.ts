import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testProduct } from '../testing/running-product.ts'
import { transaction } from './transaction.ts'

/** Rows of the migrated database's catalog. */
async function catalogue<Row>(text: string): Promise<Row[]> {
  const { queries } = (await testProduct()).product
  return (await sql.raw<Row>(text).execute(queries)).rows
}

/** Narrow tables: each leads from a globally unique value to the client of a row. */
const leadingToTheClient: Record<string, string> = {
  client_phone: 'phone',
  client_email: 'email',
  order_number: 'number',
  order_payment_token: 'token',
  payment_attempt_locator: 'attempt_id',
  ledger_ref: 'ref',
  sign_in_key: 'hash',
  sign_in_challenge: 'id',
  account_link: 'hash',
  sign_in_nonce: 'hash',
  referral_code_hash: 'hash',
  client_share_code: 'code',
  text_received: 'id',
  upload_page: 'page_id',
  discount_use: 'code,slot',
  referral: 'friend_id',
  referral_card: 'mark',
  trial_use: 'kind,mark',
}

// docs/scale.md: what a PostgreSQL-compatible distributed engine lacks, or makes slow.
describe('the schema stays portable to a distributed engine', () => {
  test('[OPS-04] every row of a client has the client in its key, or a globally unique value leads to them', async () => {
    const keys = await catalogue<{ name: string; key: string }>(`
      select c.relname as name, string_agg(a.attname, ',' order by k.place) as key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = 'client_id')
      group by c.relname order by c.relname`)
    expect(keys.length).toBeGreaterThan(20)
    const strayed = keys.filter(({ name, key }) => !/^client_id\b/.test(key) && leadingToTheClient[name] !== key)
    expect(strayed).toEqual([])
  })

  test('[OPS-04] a table spread by one key has no second unique key', async () => {
    const unique = await catalogue<{ name: string; key: string }>(`
      select c.relname as name, string_agg(a.attname, ',' order by k.place) as key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_index i on i.indrelid = c.oid and i.indisunique and not i.indisprimary
      cross join lateral unnest(i.indkey::int2[]) with ordinality as k(number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      group by c.relname, i.indexrelid order by c.relname`)
    const second = unique.filter(({ key }) => !/^client_id\b/.test(key)).map(({ name, key }) => `${name} ${key}`)
    // To be removed once no older build writes messages: outbox_key has replaced it.
    expect(second).toEqual(['outbox dedupe_key'])
  })

  test('[OPS-04] every table has a key, and the application creates keys', async () => {
    expect(
      await catalogue(`
        select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
        where c.relkind = 'r' and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`),
    ).toEqual([])
    expect(await catalogue(`select sequencename from pg_sequences where schemaname = 'public'`)).toEqual([])
  })

  test('[OPS-04] has no triggers, deferrable constraints, extensions, views or functions', async () => {
    expect(await catalogue(`select tgname from pg_trigger where not tgisinternal`)).toEqual([])
    expect(await catalogue(`select conname from pg_constraint where condeferrable`)).toEqual([])
    expect(await catalogue(`select extname from pg_extension where extname <> 'plpgsql'`)).toEqual([])
    expect(
      await catalogue(`
        select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
        union all select viewname from pg_views where schemaname = 'public'`),
    ).toEqual([])
  })

  test('[OPS-04] uses plain types only: whole cents for money, UTC for instants', async () => {
    const types = await catalogue<{ type: string }>(
      `select distinct data_type as type from information_schema.columns where table_schema = 'public' order by 1`,
    )
    const plain = [
      'ARRAY',
      'bigint',
      'boolean',
      'bytea',
      'integer',
      'json',
      'jsonb',
      'text',
      'timestamp with time zone',
      'uuid',
    ]
    expect(types.map(({ type }) => type).filter((type) => !plain.includes(type))).toEqual([])
    expect(
      await catalogue(`
        select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_name like '%cents%' and data_type not in ('bigint', 'integer')`),
    ).toEqual([])
  })

  test('[OPS-04] no statement takes an advisory lock, listens or notifies', () => {
    const source = join(import.meta.dirname, '..')
    const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(sql|store\.ts)$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))
    expect(texts.length).toBeGreaterThan(20)
    const forbidden = /pg_(try_)?advisory|pg_notify|^\s*(listen|notify)\s|lock table/im
    expect(texts.filter(({ text }) => forbidden.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('transactions that the engine aborts', () => {
  test.each([
    ['a serialisation failure', '40001'],
    ['a deadlock', '40P01'],
  ])('[OPS-04] retries %s, with one effect', async (_what, code) => {
    const { product } = await testProduct()
    const name = `retry ${code}`
    let tries = 0
    await transaction(product.queries, async (queries) => {
      tries += 1
      const at = new Date(tries)
      await queries.insertInto('payment_mark').values({ name, at }).execute()
      // The engine's own error, in the middle of the work.
      if (tries < 3)
        await sql.raw(`do $$ begin raise exception 'try again' using errcode = '${code}'; end $$`).execute(queries)
    })
    const marks = await product.queries.selectFrom('payment_mark').selectAll().where('name', '=', name).execute()
    await product.queries.deleteFrom('payment_mark').where('name', '=', name).execute()
    expect(tries).toBe(3)
    expect(marks).toHaveLength(1)
  })

  test('[OPS-04] gives up after repeated failures, and retries no other error', async () => {
    const { product } = await testProduct()
    const failing = async (code: string) => {
      let tries = 0
      const failed = await transaction(product.queries, async (queries) => {
        tries += 1
        await sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(queries)
      }).catch((error: { code?: string }) => error.code)
      return { tries, failed }
    }
    expect(await failing('40001')).toEqual({ tries: 5, failed: '40001' })
    expect(await failing('22012')).toEqual({ tries: 1, failed: '22012' })
  })
})
