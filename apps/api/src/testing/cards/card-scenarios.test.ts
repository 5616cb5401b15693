import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import {
  casesIn,
  casesOfCards,
  isScenarioOfCards,
  onlyInTheSandbox,
  realProviderSkipReason,
  sentenceOf,
} from './card-scenarios.ts'

const root = join(import.meta.dirname, '../../../../..')
const titlesIn = (file: string) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/'((?:\[[^\]]+\]|\()[^'\n]*\(?abuse \d[^'\n]*)'/g)].map(([, title = '']) => title)
}
const scenarioFiles = inject('scenarioFiles')
const titles = scenarioFiles.flatMap(titlesIn)

describe('the scenarios of the card provider', () => {
  test.each(casesOfCards.map((number) => [number]))('abuse %d has one that both providers run', (number) => {
    const ofCase = titles.filter((title) => casesIn(title).includes(number))
    expect(ofCase.filter((title) => realProviderSkipReason(title) === undefined)).not.toEqual([])
  })

  test('all are in files that both providers run', () => {
    const others = globSync('apps/api/src/**/*.api.test.ts', { cwd: root }).filter(
      (file) => !scenarioFiles.includes(file.replaceAll('\\', '/')),
    )
    expect(others.filter((file) => titlesIn(file).some(isScenarioOfCards))).toEqual([])
  })

  test('each sandbox-only scenario is an existing test', () => {
    expect(titles.map(sentenceOf)).toEqual(expect.arrayContaining(Object.keys(onlyInTheSandbox)))
  })

  test('a title may name several cases, in one pair of brackets or in several', () => {
    expect(casesIn('(abuse 7, abuse 8) forged')).toEqual([7, 8])
    expect(casesIn('(abuse 3)(abuse 4) late')).toEqual([3, 4])
    expect(casesIn('a page, (ux 3) and no abuse')).toEqual([])
  })
})
