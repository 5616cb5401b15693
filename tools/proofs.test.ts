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

const ended = new Date('2027-03-14T15:09:00Z')
const finished = (name: string, failed = 0) => ({ name, passed: 396, failed, tests: 396, tookMs: 123_000 })
const linesOf = (text: string) => text.split('\n').filter((line) => line.startsWith('| '))

test('reports each step with its proofs, sorted, and keeps the other steps', () => {
  const first = proofsDocument('', ended, finished('units', 1), [{ ...kills, step: 'units' }])
  const both = proofsDocument(first, ended, finished('API'), [
    { ...price, outcome: 'agree | to the cent', step: 'API' },
  ])
  expect(linesOf(both).map((line) => line.replace(/ [^|]*UTC .*/, ' RUN |'))).toEqual([
    '| step  | passed | failed | minutes | run |',
    '| --- | --- | --- | --- | --- |',
    '| API   | 396    | 0      | 2       | RUN |',
    '| units | 396    | 1      | 2       | RUN |',
    '| requirement | proof         | step  | runs   | outcome |',
    '| --- | --- | --- | --- | --- |',
    '| OPS-03      | kills         | units | 50     | every acknowledged write is there |',
    '| PRICE-05    | random orders | API   | 10,000 | agree \\| to the cent |',
  ])
  expect(both).toMatch(/2027-03-14 15:09 UTC · Node 24\.\d+\.\d+ · .* · revision \S/)
  const again = proofsDocument(both, ended, finished('units'), [{ ...kills, runs: 60, step: 'units' }])
  expect(linesOf(again).filter((line) => line.includes('units'))).toEqual([
    expect.stringMatching(/^\| units \| 396 +\| 0 /),
    expect.stringMatching(/^\| OPS-03 .* 60 /),
  ])
  expect(again).toContain('agree \\| to the cent')
})
