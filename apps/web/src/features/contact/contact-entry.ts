import { type TextedCountry, textedCountries } from '@nerdify/domain/messages/texted-countries.ts'
import { recordOf, textFrom } from '../../kept-values.ts'

/** What the history entry of `/message-was-sent` carries: the number, as it is shown, and its country. */
export interface MessageSentEntry {
  phone: string
  country: TextedCountry
}

/** The number that a text went to; undefined where the page was opened by itself. */
export const sentNumber = (state: unknown): string | undefined => textFrom(recordOf(state).phone)

/** What the history entry of the contact page carries once a text was asked for: the number, as it is shown, and its country. */
export interface ContactEntry {
  typed: string
  country: TextedCountry
}

/** The number that was typed into the contact page before. */
export const typedNumber = (state: unknown): string | undefined => textFrom(recordOf(state).typed)

/** The country that was chosen for it. */
export const chosenCountry = (state: unknown): TextedCountry | undefined =>
  textedCountries.find(({ code }) => code === recordOf(state).country)?.code
