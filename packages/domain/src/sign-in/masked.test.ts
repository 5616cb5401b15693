import { expect, test } from 'vitest'
import { isMasked, maskedEmail, maskedPhone, unmasked } from './masked.ts'

test('[SAFE-03] shows the end of a phone, and the first letter and domain of an e-mail', () => {
  expect(maskedPhone('+14155550103')).toBe('•••0103')
  expect(maskedEmail('ann.smith@mail.example')).toBe('a•••@mail.example')
  expect(maskedEmail('me@mail.example')).toBe('•••@mail.example')
  expect([maskedPhone('+14155550103'), maskedEmail('ann@mail.example')].map(isMasked)).toEqual([true, true])
  expect(['+14155550103', 'ann@mail.example'].map(isMasked)).toEqual([false, false])
})

test('[SAFE-03] replaces the masked form by the client’s own value, and keeps other texts', () => {
  expect(unmasked('•••0103', '+14155550103', maskedPhone)).toBe('+14155550103')
  expect(unmasked('•••0104', '+14155550103', maskedPhone)).toBe('•••0104')
  expect(unmasked('•••0103', null, maskedPhone)).toBe('•••0103')
  expect(unmasked('+14155550104', '+14155550103', maskedPhone)).toBe('+14155550104')
  expect(unmasked('a•••@mail.example', 'ann@mail.example', maskedEmail)).toBe('ann@mail.example')
})
