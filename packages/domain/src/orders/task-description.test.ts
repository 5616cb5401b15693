import { expect, test } from 'vitest'
import { detailsFault, detailsRoomText, maxDetailsLength } from './task-description.ts'

const long = (length: number) => 'a'.repeat(length)

test.each([
  [0, undefined],
  [89_999, undefined],
  [90_000, '10,000 of 100,000 characters left'],
  [100_000, '0 of 100,000 characters left'],
  [100_001, undefined],
])('[API-10] (ux 34) counts after %d characters: %s', (length, text) => {
  expect(detailsRoomText(long(length))).toBe(text)
})

test('[API-10] (ux 34) reports the excess beyond the limit', () => {
  expect(detailsFault(long(maxDetailsLength))).toBeUndefined()
  expect(detailsFault(long(maxDetailsLength + 1_234))).toEqual({
    type: 'details_too_long',
    text: 'This is 1,234 characters too long: at most 100,000. Please shorten it.',
  })
})

test('[LAW-05] reports a refused request with its rule', () => {
  expect(detailsFault('Weigh the causes of the war.')).toBeUndefined()
  expect(detailsFault('Please take my exam tomorrow.')).toEqual({
    type: 'request_refused',
    text: expect.stringContaining('doesn’t let us take an exam'),
  })
})
