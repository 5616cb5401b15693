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

const run = {
  root: repositoryRoot,
  at: new Date('2027-03-14T15:09:00Z'),
  nodeVersion: '24.21.0',
  steps: [{ name: 'units', passed: 396, failed: 0, skipped: 2, tests: 396, tookMs: 3210 }],
  proofs: [
    { ...price, step: 'API, PostgreSQL' },
    { ...kills, step: 'units' },
  ],
}
/** @param {string} text */
const rowsIn = (text) => text.split('\n').filter((line) => line.startsWith('| '))

test('the document says what ran, how often, what came out and when, sorted by requirement', () => {
  const text = proofsDocument(run)
  expect(text).toContain('2027-03-14 15:09 UTC · revision ')
  expect(rowsIn(text)).toEqual([
    '| requirement | proof | step | runs | outcome | when (UTC) | revision |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    expect.stringMatching(
      /^\| OPS-03 \| kills \| units \| 50 \| every acknowledged write is there \| 2027-03-14 15:09 \| \S.* \|$/,
    ),
    expect.stringMatching(/^\| PRICE-05 \| random orders \| API, PostgreSQL \| 10,000 \| agree to the cent \| /),
    '| step | passed | failed | skipped | time |',
    '| --- | --- | --- | --- | --- |',
    '| units | 396 | 0 | 2 | 3.2 s |',
  ])
})

test('the proofs of a slice replace their own and leave the rest, with the steps of the last whole run', () => {
  const earlier = proofsDocument(run)
  const again = { ...kills, runs: 60, outcome: 'none | lost', step: 'units' }
  const other = { ...kills, step: 'load' }
  const slice = {
    ...run,
    at: new Date('2027-03-15T01:00:00Z'),
    steps: [{ name: 'load', passed: 1, failed: 0, tookMs: 1 }],
  }
  const text = proofsDocument({ ...slice, proofs: [again, other], earlier })
  const [, , load, units, price_, ...steps] = rowsIn(text)
  expect(load).toMatch(/^\| OPS-03 \| kills \| load \| 50 .* 2027-03-15 01:00 /)
  expect(units).toMatch(/^\| OPS-03 \| kills \| units \| 60 \| none \\\| lost \| 2027-03-15 01:00 /)
  expect(price_).toMatch(/^\| PRICE-05 .* 2027-03-14 15:09 /)
  expect(steps).toEqual(rowsIn(earlier).slice(4))
  // Once more, with a cell that holds the sign between cells.
  expect(proofsDocument({ ...slice, proofs: [again, other], earlier: text })).toBe(text)
})
