import { expect, test } from 'vitest'
import { isMasked, maskedEmail, maskedPhone, unmasked } from './masked.ts'

test('[SAFE-03] a phone shows its end, an e-mail its domain and a first letter that does not name it', () => {
  expect(maskedPhone('+14155550103')).toBe('•••0103')
  expect(maskedEmail('ann.smith@mail.example')).toBe('a•••@mail.example')
  expect(maskedEmail('me@mail.example')).toBe('•••@mail.example')
  expect([maskedPhone('+14155550103'), maskedEmail('ann@mail.example')].map(isMasked)).toEqual([true, true])
  expect(['+14155550103', 'ann@mail.example'].map(isMasked)).toEqual([false, false])
})

test('[SAFE-03] the masked form means one’s own, and nobody else’s', () => {
  expect(unmasked('•••0103', '+14155550103', maskedPhone)).toBe('+14155550103')
  expect(unmasked('•••0104', '+14155550103', maskedPhone)).toBe('•••0104')
  expect(unmasked('•••0103', null, maskedPhone)).toBe('•••0103')
  expect(unmasked('+14155550104', '+14155550103', maskedPhone)).toBe('+14155550104')
  expect(unmasked('a•••@mail.example', 'ann@mail.example', maskedEmail)).toBe('ann@mail.example')
})
