import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofsDocument, proofsOf } from './proofs.ts'

const price = { name: 'random orders', requirement: 'PRICE-05', runs: 10_000, outcome: 'agree to the cent' }
const kills = { name: 'kills', requirement: 'OPS-03', runs: 50, outcome: 'every acknowledged write is there' }

test('reads each proof once from output and file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-proofs-'))
  const file = join(folder, 'units.proofs')
  writeFileSync(file, `PROOF ${JSON.stringify(kills)}\nPROOF ${JSON.stringify(price)}\n`)
  const output = ` ✓ price.test.ts\nPROOF ${JSON.stringify(price)}\nnot a PROOF {"name": "x"}\n`
  expect(proofsOf(output, file)).toEqual([price, kills])
  expect(proofsOf('', join(folder, 'none'))).toEqual([])
  rmSync(folder, { recursive: true })
})

const steps = [{ name: 'units', passed: 396, failed: 0, skipped: 2, tests: 396, tookMs: 123_000 }]
const proofs = [
  { ...price, step: 'API, PostgreSQL' },
  { ...kills, step: 'units' },
]

test('reports each run, its count, result and time, sorted by requirement', () => {
  const text = proofsDocument(new Date('2027-03-14T15:09:00Z'), steps, proofs)
  expect(text).toMatch(
    /^2027-03-14 15:09 UTC · Node 24\.\d+\.\d+ · .* · revision \S.* · 396 passed, 0 failed in 2 min of steps$/m,
  )
  expect(text.split('\n').filter((line) => line.startsWith('| '))).toEqual([
    '| requirement | proof         | step            | runs   | outcome |',
    '| --- | --- | --- | --- | --- |',
    '| OPS-03      | kills         | units           | 50     | every acknowledged write is there |',
    '| PRICE-05    | random orders | API, PostgreSQL | 10,000 | agree to the cent |',
  ])
})
