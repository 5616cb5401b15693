import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from './bootstrap.mjs'
import { faultsIn, sampleFaults, withFault } from './planted-faults/faults.ts'
import { faultsWithoutEffect } from './planted-faults/faults-without-effect.ts'

const faultyTexts = (source: string) => faultsIn('rule.ts', source).map((fault) => withFault(source, fault))

test.each([
  ['a comparison', 'a(b < c)', ['a(b <= c)']],
  ['arithmetic', 'a((b) + c)', ['a((b) - c)']],
  ['logic and a removed !', 'a(!b && c)', ['a(!b || c)', 'a(b && c)']],
  ['a number', 'a(7)', ['a((8))', 'a((6))']],
  ['true', 'const a: true | B = true', ['const a: true | B = false']],
  ['a state, but no type', "const a: 'Sent' | B = 'Sent'", ["const a: 'Sent' | B = 'Revision requested'"]],
  ['a call', 'Math.ceil(a)', ['Math.floor(a)']],
  ['a removed not', 'not(a)', ['(a)']],
  ['a condition of a list', 'all(a, b)', ['all(b)', 'all(a)']],
  ['another import', "import { all, any } from 'b'\nall(a)", ["import { all, any } from 'b'\nany(a)"]],
])('[DEV-06] plants a fault in %s', (_, source, faulty) => {
  expect(faultyTexts(source)).toEqual(faulty)
})

test('[DEV-06] chooses the same faults after a change of other code', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `const a${at} = b + c`)
  const chosen = (source: string) =>
    sampleFaults(faultsIn('rule.ts', source), { most: 10, seed: '1' }).map(({ code }) => code)
  const before = chosen(lines.join('\n'))
  expect(before).toHaveLength(10)
  expect(chosen([...lines, '// A comment.'].toReversed().join('\n'))).toEqual(before)
})

test('[DEV-06] knows the code of each fault without effect', () => {
  const unknown = faultsWithoutEffect.filter(
    ({ file, code, was, becomes }) =>
      !faultsIn(file, readFileSync(join(repositoryRoot, file), 'utf8')).some(
        (fault) => fault.code === code && fault.was === was && fault.becomes === becomes,
      ),
  )
  expect(unknown).toEqual([])
})
