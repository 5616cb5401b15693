/** A visitor's consent to storage and tags, in the terms of Google's consent mode (CONS-01 to CONS-05). */

/** Groups of consent keys. `essential` is always granted. */
export type ConsentGroup = 'essential' | 'marketing' | 'performance' | 'functional'

/** The groups with a checkbox, in display order. */
export const optionalGroups = ['marketing', 'performance', 'functional'] as const satisfies readonly ConsentGroup[]
export type OptionalGroup = (typeof optionalGroups)[number]

/** The group of each key (CONS-03). */
const standardGrouping = {
  ad_storage: 'essential',
  ad_user_data: 'essential',
  security_storage: 'essential',
  ad_personalization: 'marketing',
  analytics_storage: 'performance',
  functionality_storage: 'functional',
  personalization_storage: 'functional',
} as const satisfies Record<string, ConsentGroup>

/** The groups under the strict setting (CONS-04). */
const strictGrouping: ConsentGrouping = { ...standardGrouping, ad_storage: 'marketing', ad_user_data: 'marketing' }

export type ConsentKey = keyof typeof standardGrouping
/** Each key granted or denied (CONS-03). */
export type ConsentRecord = Record<ConsentKey, 'granted' | 'denied'>
/** The group of each key. */
export type ConsentGrouping = Readonly<Record<ConsentKey, ConsentGroup>>

const keys = Object.keys(standardGrouping) as ConsentKey[]

/** Keys that Global Privacy Control denies (CONS-05). */
const adKeys: ReadonlySet<ConsentKey> = new Set(['ad_storage', 'ad_user_data', 'ad_personalization'])

/**
 * CONS-01: the 27 members of the European Union, then Iceland, Liechtenstein, Norway, the United Kingdom, Switzerland.
 */
export const askingCountries: readonly string[] = [
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  'IS LI NO GB CH',
].flatMap((line) => line.split(' '))

/** Whether visitors from this country are asked (CONS-01); `country` is ISO 3166-1 in capitals. */
const asksIn = (country: string | undefined) => country !== undefined && askingCountries.includes(country)

/**
 * The grouping of a visitor. Under the strict setting (CONS-04) a decline denies the ad keys in the 32 countries and in
 * unknown countries. Global Privacy Control has the same effect everywhere else (CONS-05): only consent to marketing
 * grants the keys that the browser denied.
 */
export const groupingFor = (
  country: string | undefined,
  strict: boolean,
  privacyControl: boolean = false,
): ConsentGrouping => {
  const declineDenies = asksIn(country) ? strict : privacyControl || (strict && country === undefined)
  return declineDenies ? strictGrouping : standardGrouping
}

/** The record of a choice: grants the essential keys and the keys of the ticked groups (CONS-02). */
export function recordOf(ticked: readonly ConsentGroup[], grouping: ConsentGrouping): ConsentRecord {
  const granted = (key: ConsentKey) => grouping[key] === 'essential' || ticked.includes(grouping[key])
  return recordBy(granted)
}

const recordBy = (granted: (key: ConsentKey) => boolean): ConsentRecord =>
  Object.fromEntries(keys.map((key) => [key, granted(key) ? 'granted' : 'denied'])) as ConsentRecord

/**
 * The groups whose keys a record grants completely. Under a stricter grouping than the record's own, only those that
 * the visitor ticked.
 */
export const tickedGroups = (record: ConsentRecord, grouping: ConsentGrouping): OptionalGroup[] =>
  optionalGroups.filter((group) => keys.every((key) => grouping[key] !== group || record[key] === 'granted'))

export interface Visitor {
  /** ISO 3166-1 in capitals; undefined if unknown. */
  country: string | undefined
  /** The choice stored in this browser. */
  savedRecord: ConsentRecord | undefined
  /** Whether the browser sends Global Privacy Control. */
  privacyControl: boolean
  strict: boolean
}

/** Whether the popup shows, and the consent in force until the visitor chooses. */
export interface InitialConsent {
  asks: boolean
  record: ConsentRecord
}

/**
 * CONS-01, CONS-05, API-08: A saved choice applies. Without one, visitors from the 32 countries are asked and get only
 * the essential keys; an unknown country gets the same without a question; all others get every key, minus the ad keys
 * under Global Privacy Control.
 */
export function initialConsent({ country, savedRecord, privacyControl, strict }: Visitor): InitialConsent {
  const grouping = groupingFor(country, strict, privacyControl)
  if (savedRecord !== undefined) return { asks: false, record: recordOf(tickedGroups(savedRecord, grouping), grouping) }
  if (country === undefined || asksIn(country)) return { asks: country !== undefined, record: recordOf([], grouping) }
  return { asks: false, record: recordBy((key) => !(privacyControl && adKeys.has(key))) }
}

/** Parses a stored record; undefined if malformed or incomplete. */
export function consentRecordFrom(json: string | undefined): ConsentRecord | undefined {
  try {
    const value = JSON.parse(json ?? '') as Partial<Record<string, unknown>> | null
    const isComplete = keys.every((key) => value?.[key] === 'granted' || value?.[key] === 'denied')
    return isComplete ? recordBy((key) => value?.[key] === 'granted') : undefined
  } catch {
    return undefined
  }
}
