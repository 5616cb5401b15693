import { type TextedCountry, textedCountries } from '@nerdify/domain/messages/texted-countries.ts'
import { recordOf, textFrom } from '@nerdify/browser/kept-values.ts'

/** State of `/message-was-sent`: the formatted number and its country. */
export interface MessageSentEntry {
  phone: string
  country: TextedCountry
}

/** The number of a sent text; undefined if the page was opened directly. */
export const sentNumber = (state: unknown): string | undefined => textFrom(recordOf(state).phone)

/** State of the contact page after a request: the formatted number and its country. */
export interface ContactEntry {
  typed: string
  country: TextedCountry
}

/** The number that was typed into the contact page before. */
export const typedNumber = (state: unknown): string | undefined => textFrom(recordOf(state).typed)

/** The country that was chosen with it. */
export const chosenCountry = (state: unknown): TextedCountry | undefined =>
  textedCountries.find(({ code }) => code === recordOf(state).country)?.code
