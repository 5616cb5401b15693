import { expect, test } from 'vitest'
import { phoneFaultText } from '../sign-in/phone.ts'
import {
  phoneFaultIn,
  phoneInCountry,
  textedCountries,
  textedCountryNamed,
  unservedCountryText,
} from './texted-countries.ts'

test('[MSG-02] has the masks of the three countries', () => {
  expect(textedCountries.map(({ name, mask }) => [name, mask])).toEqual([
    ['United States', '+1 999 999 9999'],
    ['Canada', '+1 999 999 9999'],
    ['Australia', '+614 9999 9999'],
  ])
})

test.each([
  ['US', '+1 415 555 0103', '+14155550103'],
  ['US', '(415) 555-0103', '+14155550103'],
  ['US', '1.415.555.0103', '+14155550103'],
  ['CA', '+1 416 555 0103', '+14165550103'],
  ['AU', '+614 1234 5678', '+61412345678'],
  ['AU', '0412 345 678', '+61412345678'],
  ['AU', '61412345678', '+61412345678'],
  ['AU', '412 345 678', '+61412345678'],
  ['AU', '1234 5678', '+61412345678'],
] as const)('[MSG-02] in %s reads "%s" as %s, without white space', (country, typed, phone) => {
  expect(phoneInCountry(typed, country)).toBe(phone)
})

test.each([
  ['US', ''],
  ['US', '415 555 010'],
  ['US', '+61412345678'],
  ['AU', '+14155550103'],
  ['AU', '+61 2 1234 5678'],
  ['CA', '+1 416 555 0103 9'],
  ['US', '+1 415 555 010x'],
] as const)('[MSG-02] in %s refuses "%s"', (country, typed) => {
  expect(phoneInCountry(typed, country)).toBeUndefined()
})

test.each([
  ['+49 30 1234567', unservedCountryText],
  ['+44 7700 900123', unservedCountryText],
  ['+1 415 555 010', phoneFaultText],
  ['+61 412', phoneFaultText],
  ['+49 30', phoneFaultText],
  ['call me', phoneFaultText],
] as const)('[AUTH-03] does not call the foreign number "%s" mistyped', (typed, text) => {
  expect(phoneFaultIn(typed)).toBe(text)
})

test('[MSG-03] finds a country by its wire name', () => {
  expect(['usa', 'Canada', 'AU', 'australia', 'mars', ''].map(textedCountryNamed)).toEqual([
    'US',
    'CA',
    'AU',
    'AU',
    undefined,
    undefined,
  ])
})
