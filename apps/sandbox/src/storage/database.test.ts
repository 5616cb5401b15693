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

const planOf = (query: string) =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .all()
    .map((row) => String(row['detail']))
    .join('\n')

test.each([
  "SELECT 1 FROM objects WHERE due_at <= 1 AND object = 'checkout.session' LIMIT 1",
  "SELECT wire, hidden FROM objects WHERE due_at <= 1 AND object = 'invoice' ORDER BY due_at, sequence",
])('[SBX-03] the clock finds what is due by its time, however many objects there are: %s', (query) => {
  expect(planOf(query)).toMatch(
    /^SEARCH objects USING (COVERING )?INDEX objects_due_by_kind \(object=\? AND due_at<\?\)$/,
  )
})
