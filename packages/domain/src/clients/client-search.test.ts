import { expect, test } from 'vitest'
import { clientSearch, clientSearchFault } from './client-search.ts'

test.each([
  ['(415) 555-0100', '4155550100'],
  ['+1 415 555 0100', '14155550100'],
  ['001 415.555.0100', '14155550100'],
  ['tel:+44 (0)20 7946 0018', '442079460018'],
  ['0415 555 010', '415555010'],
  ['٠١٠٠', '0100'],
  ['555 0100', '5550100'],
  ['0018', '0018'],
  ['001 8018', '0018018'],
  ['018', undefined],
  ['ann1990', undefined],
])('[OPS-10] reads the end of a phone from "%s"', (typed, end) => {
  expect(clientSearch(typed).phone).toBe(end)
})

test.each([
  ['48213', '48213'],
  ['No. 48213', '48213'],
  ['#48213-2', '48213'],
  ['48213-', undefined],
  ['Ann 48213', undefined],
])('[OPS-10] reads the number of an order or a receipt from "%s"', (typed, number) => {
  expect(clientSearch(typed).order).toBe(number)
})

test('[OPS-10] reads the beginning of an e-mail in any case, and of a nickname', () => {
  expect(clientSearch(' <Ann.Lee@Gma>')).toMatchObject({ email: 'ann.lee@gma', pending_email: 'ann.lee@gma' })
  expect(clientSearch('Ann  Lee')).toEqual({ nickname: 'Ann Lee' })
  expect(clientSearch('%_\\')).toEqual({ email: '%_\\', pending_email: '%_\\', nickname: '%_\\' })
})

test('[OPS-10] rejects an empty, too short or too long query with a reason', () => {
  expect(clientSearchFault(' \u200b')).toMatch(/^Type a phone/)
  expect(clientSearchFault('A')).toBe('Type at least 2 characters.')
  expect(clientSearchFault('a'.repeat(300))).toBe('Type at most 254 characters.')
  expect(clientSearchFault('Al')).toBeUndefined()
})
