import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Dana@Example.com', 'dana@example.com'],
  ['dana+trial2@example.com', 'dana@example.com'],
  ['d.a.n.a+x@gmail.com', 'dana@gmail.com'],
  ['dana@googlemail.com', 'dana@gmail.com'],
  ['d.ana@example.com', 'd.ana@example.com'],
])('[REF-05] (abuse 22) treats %s and %s as one mailbox', (address, variant) => {
  expect(mailboxOf(address)).toBe(mailboxOf(variant))
})

test('(abuse 22) separates two people at one provider', () => {
  expect(mailboxOf('dana@gmail.com')).not.toBe(mailboxOf('dan@gmail.com'))
  expect(mailboxOf('d.ana@example.com')).not.toBe(mailboxOf('dana@example.com'))
})
