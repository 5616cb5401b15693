import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database.ts'

let folder: string
let database: ReturnType<typeof openDatabase>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nerdify-storage-'))
  database = openDatabase(folder)
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

test('[SBX-03] the clock finds due objects by an index, however many objects there are', () => {
  const query = "SELECT wire, hidden FROM objects WHERE due_at <= 1 AND object = 'invoice' ORDER BY due_at, sequence"
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all()
  expect(plan.map((row) => String(row['detail']))).toEqual([
    'SEARCH objects USING INDEX objects_due_by_kind (object=? AND due_at<?)',
  ])
})
