import { expect, test } from 'vitest'
import { maskedAccount } from './masked-account.ts'

test('[SAFE-05] names an account by the end of its phone, else by its e-mail without the name', () => {
  expect(maskedAccount({ phone: '+14155550103', email: 'ann@mail.example' })).toBe('•••0103')
  expect(maskedAccount({ phone: null, email: 'ann.smith@mail.example' })).toBe('a•••@mail.example')
  expect(maskedAccount({ phone: null, email: 'me@mail.example' })).toBe('•••@mail.example')
  expect(maskedAccount({ phone: null, email: '123@placeholder.test' })).toBeNull()
  expect(maskedAccount({ phone: null, email: null })).toBeNull()
})
