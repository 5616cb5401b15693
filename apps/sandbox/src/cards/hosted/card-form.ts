import type { TypedCard } from '../objects/payment-method.ts'
import { isExpired } from '../payments/save-card.ts'
import { findTestCard } from '../test-cards.ts'

/** The fields of the card page, by their names in the form. */
const cardFields = ['card_number', 'expiry', 'cvc'] as const
/** The name of one of them. */
export type CardField = (typeof cardFields)[number]

/** What stands in the fields, as it was typed. */
export type CardFormValues = Readonly<Record<CardField, string>>

/** What is wrong, by field, in words for the person who pays. */
export type CardFormErrors = Readonly<Partial<Record<CardField, string>>>

/** The fields out of a posted form; what is missing is empty. */
export function cardFormValues(posted: Readonly<Record<string, unknown>>): CardFormValues {
  const value = (field: CardField) => String(posted[field] ?? '').trim()
  return Object.fromEntries(cardFields.map((field) => [field, value(field)])) as CardFormValues
}

/** The month and year of "12/34", "12 / 2034" or "1234"; undefined for anything else. */
function expiryOf(typed: string): { month: number; year: number } | undefined {
  const parts = /^(\d{1,2})\s*[/\-. ]\s*(\d{2}|\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(typed)
  const month = Number(parts?.[1])
  const year = Number(parts?.[2])
  if (!parts || month < 1 || month > 12) return undefined
  return { month, year: year < 100 ? 2000 + year : year }
}

/** The check digit that every card number ends with (Luhn). */
function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function numberError(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  if (digits === '') return 'Enter your card number.'
  if (!/^\d+$/.test(digits)) return 'A card number has digits only.'
  if (digits.length < 12) return 'Your card number is incomplete.'
  if (!hasValidCheckDigit(digits)) return 'Your card number is invalid.'
  if (!findTestCard(digits)) return 'Only the test cards listed below work here. No real card is taken.'
  return undefined
}

function expiryError(typed: string, now: Date): string | undefined {
  if (typed === '') return 'Enter the expiry date.'
  const expiry = expiryOf(typed)
  if (!expiry) return 'Enter the expiry date as month and year, such as 12 / 34.'
  if (isExpired(expiry, now)) return 'Your card has expired.'
  return undefined
}

function cvcError(typed: string): string | undefined {
  if (typed === '') return 'Enter the CVC, the three digits on the back.'
  return /^\d{3}$/.test(typed) ? undefined : 'The CVC has three digits.'
}

/** The card, or what is wrong with what was typed. `now` decides which cards have expired. */
export function readCardForm(
  values: CardFormValues,
  now: Date,
): { readonly typed: TypedCard } | { readonly errors: CardFormErrors } {
  const found = {
    card_number: numberError(values.card_number),
    expiry: expiryError(values.expiry, now),
    cvc: cvcError(values.cvc),
  }
  const errors: CardFormErrors = Object.fromEntries(Object.entries(found).filter(([, error]) => error !== undefined))
  const card = findTestCard(values.card_number)
  const expiry = expiryOf(values.expiry)
  if (Object.keys(errors).length > 0 || !card || !expiry) return { errors }
  return { typed: { card, expiryMonth: expiry.month, expiryYear: expiry.year } }
}
