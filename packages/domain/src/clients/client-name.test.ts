import { expect, test } from 'vitest'
import { clientName } from './client-name.ts'

test('[DESK-04] names a client for staff by nickname, else by the grouped phone, else by e-mail', () => {
  const client = { nickname: 'Zoë', phone: '+14155550103', email: 'zoe@example.com' }
  expect(clientName(client)).toBe('Zoë')
  expect(clientName({ ...client, nickname: null })).toBe('+1 415 555 0103')
  expect(clientName({ ...client, nickname: null, phone: null })).toBe('zoe@example.com')
  expect(clientName({ nickname: null, phone: null, email: null })).toBeUndefined()
})
