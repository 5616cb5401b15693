import { expect, test } from 'vitest'
import { missingBeforePayment, type PaymentTerms } from './before-payment.ts'

const complete: PaymentTerms = {
  paid: false,
  details: 'Causes of the French Revolution',
  files: 0,
  honourCodeAgreed: true,
  email: 'dana@example.com',
  adultConfirmed: true,
}

test('[FLOW-32] asks for a description, an e-mail, the honor code and the age, in this order', () => {
  expect(missingBeforePayment(complete)).toEqual([])
  expect(missingBeforePayment({ ...complete, details: null, files: 1 })).toEqual([])
  expect(missingBeforePayment({ ...complete, details: ' \n' })).toEqual(['description'])
  expect(missingBeforePayment({ ...complete, email: undefined })).toEqual(['email'])
  expect(missingBeforePayment({ ...complete, honourCodeAgreed: false })).toEqual(['honour_code'])
  const empty = { ...complete, details: null, email: null, honourCodeAgreed: false, adultConfirmed: false }
  expect(missingBeforePayment(empty)).toEqual(['description', 'email', 'honour_code', 'age'])
})

test('[FLOW-32] asks for nothing more on a partly paid order', () => {
  expect(missingBeforePayment({ ...complete, paid: true, details: null, email: null })).toEqual([])
})
