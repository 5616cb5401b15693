import { expect, test } from 'vitest'
import { maxNoteLength, noteFault, noteRoomText } from './note.ts'

test('[CAB-11] (ux 34) counts the characters of a note near its limit, and reports the excess beyond it', () => {
  const long = (length: number) => 'x'.repeat(length)
  expect(noteRoomText(long(4_499))).toBeUndefined()
  expect(noteRoomText(long(4_500))).toBe('500 of 5,000 characters left')
  expect(noteFault(long(maxNoteLength))).toBeUndefined()
  expect(noteFault(long(5_001))).toBe('This is 1 character too long: at most 5,000. Please shorten it.')
  expect(noteRoomText(long(5_001))).toBeUndefined()
})
