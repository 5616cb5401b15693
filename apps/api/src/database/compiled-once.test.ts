import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { compiledOnce } from './compiled-once.ts'
import type { Tables } from './tables.ts'

const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

test('[OPS-04] a statement is built once for each set of values, and filled in each time', () => {
  let built = 0
  const change = compiledOnce(
    (within, { id, ...set }: { id: string; code?: string; client_id?: string | undefined }) => {
      built += 1
      return within.updateTable('client_share_code').set(set).where('client_id', '=', id)
    },
  )
  const texts = [
    change(queries, { id: '1', code: 'one' }),
    change(queries, { id: '2', code: 'two', client_id: undefined }),
    change(queries, { id: '3', code: 'three', client_id: '4' }),
  ].map(({ sql, parameters }) => [sql, parameters])
  expect(texts).toEqual([
    ['update "client_share_code" set "code" = $1 where "client_id" = $2', ['one', '1']],
    ['update "client_share_code" set "code" = $1 where "client_id" = $2', ['two', '2']],
    ['update "client_share_code" set "code" = $1, "client_id" = $2 where "client_id" = $3', ['three', '4', '3']],
  ])
  expect(built).toBe(2)
})
