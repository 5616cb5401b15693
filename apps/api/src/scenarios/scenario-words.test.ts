import { expect, test } from 'vitest'
import { helpText, readWords, WrongWords } from './scenario-words.ts'
import { scenarios } from './scenarios.ts'

test('[SBX-04] the help lists the scenarios and their options', () => {
  expect(readWords(['--help'])).toBeUndefined()
  for (const word of ['people', 'states', 'orders', '--phone', '--count', 'DATA_DIR']) expect(helpText).toContain(word)
})

test('[SBX-04] reads a scenario, its phone in any spelling, and the usual phone and count without them', () => {
  expect(readWords(['states', '--phone', '(415) 555-0142'])).toEqual({
    scenario: scenarios['states'],
    phone: '+14155550142',
    count: 100,
  })
  expect(readWords(['orders', '--count', '3'])).toEqual({
    scenario: scenarios['orders'],
    phone: '+14155550101',
    count: 3,
  })
})

test.each([
  [[], 'Say which scenario: people, states, orders, late.'],
  [['everything'], '"everything" is not a scenario; there are people, states, orders, late.'],
  [['toString'], '"toString" is not a scenario'],
  [['people', '--phone', '+14155550142'], '--phone does not go with "people".'],
  [['states', '--phone', 'me'], '--phone must be a phone number, not "me".'],
  [['orders', '--count', '0'], '--count must be a number from 1 to 10000, not "0".'],
  [['states', 'now'], 'Too many words: "now".'],
  [['states', '--colour', 'red'], '--colour'],
])('[SBX-04] %j is refused with a sentence', (words, sentence) => {
  const read = () => readWords(words)
  expect(read).toThrow(WrongWords)
  expect(read).toThrow(sentence)
})
