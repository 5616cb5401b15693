import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofsDocument, proofsOf } from './proofs.mjs'
import { repositoryRoot } from './repository-root.mjs'

const price = { name: 'random orders', requirement: 'PRICE-05', runs: 10_000, outcome: 'agree to the cent' }
const kills = { name: 'kills', requirement: 'OPS-03', runs: 50, outcome: 'every acknowledged write is there' }

test('proofs are read from the output and from the file, each once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nerdify-proofs-'))
  const file = join(folder, 'units.proofs')
  writeFileSync(file, `PROOF ${JSON.stringify(kills)}\nPROOF ${JSON.stringify(price)}\n`)
  const output = ` ✓ price.test.ts\nPROOF ${JSON.stringify(price)}\nnot a PROOF {"name": "x"}\n`
  expect(proofsOf(output, file)).toEqual([price, kills])
  expect(proofsOf('', join(folder, 'none'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('the document says what ran, how often, what came out and when, sorted by requirement', () => {
  const text = proofsDocument({
    root: repositoryRoot,
    at: new Date('2027-03-14T15:09:00Z'),
    nodeVersion: '24.21.0',
    steps: [{ name: 'units', passed: 396, failed: 0, skipped: 2, tests: 396, tookMs: 3210 }],
    proofs: [
      { ...price, step: 'API, PostgreSQL' },
      { ...kills, step: 'units' },
    ],
  })
  expect(text).toContain('2027-03-14 15:09 UTC · revision ')
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  expect(rows).toEqual([
    '| requirement | proof | runs | outcome | step |',
    '| --- | --- | --- | --- | --- |',
    '| OPS-03 | kills | 50 | every acknowledged write is there | units |',
    '| PRICE-05 | random orders | 10,000 | agree to the cent | API, PostgreSQL |',
    '| step | passed | failed | skipped | time |',
    '| --- | --- | --- | --- | --- |',
    '| units | 396 | 0 | 2 | 3.2 s |',
  ])
})
