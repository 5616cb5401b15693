import { type ClientImport, type ImportOutcome, mostImportLines } from '@nerdify/contract/client-import.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { expect, test } from 'vitest'
import { expectBooksOf } from '../testing/cards/books.ts'
import { withProductProcess } from '../testing/product-process.ts'
import { proofSize } from '../testing/proof-size.ts'
import { sendTo } from '../testing/test-client.ts'

const lines = proofSize({ embedded: { test: 1_000, prove: 10_000 } })

/** The parts of a file, as the command-line tool sends them. */
const parts: ClientImport['lines'][] = Array.from({ length: lines / mostImportLines }, (_, part) =>
  Array.from({ length: mostImportLines }, (_each, index) => {
    const line = part * mostImportLines + index + 2
    return { line, email: `shop${line}@example.com`, balance: '1.25' }
  }),
)

test(`[OPS-18][OPS-04] ${lines} lines imported twice, with a kill in between, exist once`, () =>
  withProductProcess(async (product) => {
    const importPart = async (part: ClientImport['lines']) => {
      const body: ClientImport = { dry_run: false, lines: part }
      const { operationsToken: token } = product
      const answer = await sendTo<ImportOutcome>(product, 'POST', opsPaths.clientImport(), { body, token })
      expect(answer.status).toBe(200)
      return answer.body.results.map(({ outcome }) => outcome)
    }
    const before = Math.floor(parts.length / 2)
    for (const part of parts.slice(0, before)) expect(new Set(await importPart(part))).toEqual(new Set(['created']))
    const cut = importPart(parts[before] ?? []).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 200))
    await product.kill()
    const isAcknowledged = (await cut) !== undefined
    await product.startAgain()

    for (const [index, part] of parts.entries()) {
      // A part is one transaction: complete, or absent.
      const outcomes = new Set(await importPart(part))
      expect(outcomes.size).toBe(1)
      if (index < before || (index === before && isAcknowledged)) expect(outcomes).toEqual(new Set(['known']))
    }
    for (const part of parts) expect(new Set(await importPart(part))).toEqual(new Set(['known']))

    await product.readData(async (queries) => {
      const entries = queries.selectFrom('ledger_entry').where('kind', '=', 'imported_balance')
      const booked = await entries.select(['client_id']).execute()
      expect([booked.length, new Set(booked.map((entry) => entry.client_id)).size]).toEqual([lines, lines])
      await expectBooksOf(queries)
    })
    const outcome = 'each account and each balance once'
    console.log(
      `PROOF ${JSON.stringify({ name: 'lines imported twice with a kill', requirement: 'OPS-18', runs: lines, outcome })}`,
    )
  }))
