import type { TypedCard } from '../objects/payment-method.ts'
import { isExpired } from '../payments/save-card.ts'
import { findTestCard, type TestCard } from '../test-cards.ts'

/** The fields of the card page, by their names in the form. */
const cardFields = ['card_number', 'expiry', 'cvc'] as const
export type CardField = (typeof cardFields)[number]

/** The fields' content as typed. */
export type CardFormValues = Readonly<Record<CardField, string>>

/** The errors by field, in words for the payer. */
export type CardFormErrors = Readonly<Partial<Record<CardField, string>>>

/** Reads the card fields of a posted form; a missing one is empty. */
export function cardFormValues(posted: Readonly<Record<string, unknown>>): CardFormValues {
  const value = (field: CardField) => String(posted[field] ?? '').trim()
  return Object.fromEntries(cardFields.map((field) => [field, value(field)])) as CardFormValues
}

/** The check digit that ends every card number (Luhn). */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The card of a number, or the error. */
function cardOf(typed: string): TestCard | string {
  const digits = typed.replace(/[\s-]/g, '')
  if (digits === '') return 'Enter your card number.'
  if (!/^\d+$/.test(digits)) return 'A card number has digits only.'
  if (digits.length < 12) return 'Your card number is incomplete.'
  if (!hasValidCheckDigit(digits)) return 'Your card number is invalid.'
  return findTestCard(digits) ?? 'Only the test cards listed below work here. No real card is taken.'
}

/** The month and year of "12/34", "12 / 2034" or "1234", or the error. */
function expiryOf(typed: string, now: Date): { month: number; year: number } | string {
  if (typed === '') return 'Enter the expiry date.'
  const parts = /^(\d{1,2})\s*[/\-. ]\s*(\d{2}|\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(typed)
  const [month, year] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!parts || month < 1 || month > 12) return 'Enter the expiry date as month and year, such as 12 / 34.'
  const expiry = { month, year: year < 100 ? 2000 + year : year }
  return isExpired(expiry, now) ? 'Your card has expired.' : expiry
}

function cvcError(typed: string): string | undefined {
  if (typed === '') return 'Enter the CVC, the three digits on the back.'
  return /^\d{3}$/.test(typed) ? undefined : 'The CVC has three digits.'
}

/** The card, or the errors of the typed fields. `now` decides which cards have expired. */
export function readCardForm(
  values: CardFormValues,
  now: Date,
): { readonly typed: TypedCard } | { readonly errors: CardFormErrors } {
  const card = cardOf(values.card_number)
  const expiry = expiryOf(values.expiry, now)
  const cvc = cvcError(values.cvc)
  if (typeof card === 'string' || typeof expiry === 'string' || cvc !== undefined) {
    const found = Object.entries({ card_number: card, expiry, cvc })
    return { errors: Object.fromEntries(found.filter(([, error]) => typeof error === 'string')) }
  }
  return { typed: { card, expiryMonth: expiry.month, expiryYear: expiry.year } }
}
