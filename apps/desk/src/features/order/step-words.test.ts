import { afterEach, expect, test } from 'vitest'
import { noWords } from './order-steps.ts'
import { forgetWords, keyOfPress, type StepPlace, storedWords, storeWords } from './step-words.ts'

const place: StepPlace = { personId: 'cleo', orderId: 'order-1', step: 'decline_refund' }
const words = { ...noWords, tell: 'We checked it twice.', note: 'Seen by Joel' }

afterEach(() => forgetWords(place))

test('[DESK-02] keeps the words of a step for the person who typed them, until the step is done', () => {
  storeWords(place, words)
  expect(storedWords(place)).toEqual(words)
  expect(storedWords({ ...place, personId: 'lena' })).toEqual(noWords)
  expect(storedWords({ ...place, step: 'accept_refund' })).toEqual(noWords)
  forgetWords(place)
  expect(storedWords(place)).toEqual(noWords)
})

test('[API-11] repeats a press under its key, until its words or the order change', () => {
  const body = { event: 'decline_refund', tell: words.tell } as const
  storeWords(place, words)
  const key = keyOfPress(place, body, 3)
  storeWords(place, words)
  expect(keyOfPress(place, body, 3)).toBe(key)
  expect(keyOfPress(place, body, 4)).not.toBe(key)
  const later = keyOfPress(place, body, 4)
  expect(keyOfPress(place, { ...body, tell: 'Other words' }, 4)).not.toBe(later)
  expect(storedWords(place)).toEqual(words)
})
