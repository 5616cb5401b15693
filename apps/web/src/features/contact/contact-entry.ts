import { type TextedCountry, textedCountries } from '@nerdify/domain/messages/texted-countries.ts'

/** What the history entry of `/message-was-sent` carries: the number, as it is shown. */
export interface MessageSentEntry {
  phone: string
}

/** The number that a text went to; undefined where the page was opened by itself. */
export function sentNumber(state: unknown): string | undefined {
  return textIn(state, 'phone')
}

/** What the history entry of the contact page carries once a text was asked for: the number, as it is shown, and its country. */
export interface ContactEntry {
  typed: string
  country: TextedCountry
}

/** The number that was typed into the contact page before. */
export function typedNumber(state: unknown): string | undefined {
  return textIn(state, 'typed')
}

/** The country that was chosen for it. */
export function chosenCountry(state: unknown): TextedCountry | undefined {
  const chosen = textIn(state, 'country')
  return textedCountries.find(({ code }) => code === chosen)?.code
}

function textIn(state: unknown, name: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
