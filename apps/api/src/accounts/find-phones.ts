import type { Span } from '@nerdify/domain/conversations/mask.ts'
import { findPhoneNumbersInText } from 'libphonenumber-js'

/** The telephone numbers in a text, in any notation; a number without a country code counts as American. */
export const findPhones = (text: string): readonly Span[] =>
  findPhoneNumbersInText(text, 'US').map(({ startsAt, endsAt }) => ({ start: startsAt, end: endsAt }))
