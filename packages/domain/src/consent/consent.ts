/** What a visitor lets us and our tags keep, in the words of Google's consent mode (CONS-01 to CONS-05). */

/** What a visitor chooses: some keys at once. `essential` is no choice. */
export type ConsentGroup = 'essential' | 'marketing' | 'performance' | 'functional'

/** The groups with a box to tick, in the order in which they are shown. */
export const optionalGroups = ['marketing', 'performance', 'functional'] as const satisfies readonly ConsentGroup[]
/** A group with a box to tick. */
export type OptionalGroup = (typeof optionalGroups)[number]

/** The one table of groups (CONS-03, CONS-04): as the specification has it, and as it is under the strict setting. */
const usual = {
  ad_storage: 'essential',
  ad_user_data: 'essential',
  security_storage: 'essential',
  ad_personalization: 'marketing',
  analytics_storage: 'performance',
  functionality_storage: 'functional',
  personalization_storage: 'functional',
} as const satisfies Record<string, ConsentGroup>
const strictly: ConsentGrouping = { ...usual, ad_storage: 'marketing', ad_user_data: 'marketing' }

/** One thing that is granted or denied (CONS-03). */
export type ConsentKey = keyof typeof usual
/** The record: each key granted or denied (CONS-03). */
export type ConsentRecord = Record<ConsentKey, 'granted' | 'denied'>
/** The group of each key. */
export type ConsentGrouping = Readonly<Record<ConsentKey, ConsentGroup>>

const keys = Object.keys(usual) as ConsentKey[]

/** What Global Privacy Control denies (CONS-05). */
const adKeys: ReadonlySet<ConsentKey> = new Set(['ad_storage', 'ad_user_data', 'ad_personalization'])

/** CONS-01: the 27 members of the European Union, then Iceland, Liechtenstein, Norway, the United Kingdom, Switzerland. */
export const askingCountries: readonly string[] = [
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  'IS LI NO GB CH',
].flatMap((some) => some.split(' '))

/** Whether visitors from there are asked (CONS-01); `country` is ISO 3166-1, in capitals. */
const asksIn = (country: string | undefined) => country !== undefined && askingCountries.includes(country)

/**
 * The consent groups that apply to a visitor. Under the strict setting (CONS-04) a decline denies the ad keys in the 32
 * countries, and where the country is unknown. Under Global Privacy Control it does so elsewhere too (CONS-05): only a
 * yes to marketing grants what the browser denied.
 */
export const groupingFor = (
  country: string | undefined,
  strict: boolean,
  privacyControl: boolean = false,
): ConsentGrouping => {
  const declineDenies = asksIn(country) ? strict : privacyControl || (strict && country === undefined)
  return declineDenies ? strictly : usual
}

/** The record of a choice: the essential keys and those of the ticked groups are granted (CONS-02). */
export function recordOf(ticked: readonly ConsentGroup[], grouping: ConsentGrouping): ConsentRecord {
  const granted = (key: ConsentKey) => grouping[key] === 'essential' || ticked.includes(grouping[key])
  return recordBy(granted)
}

const recordBy = (granted: (key: ConsentKey) => boolean): ConsentRecord =>
  Object.fromEntries(keys.map((key) => [key, granted(key) ? 'granted' : 'denied'])) as ConsentRecord

/** The groups that a record grants whole: under a stricter grouping than it was made with, only what was said yes to. */
export const tickedIn = (record: ConsentRecord, grouping: ConsentGrouping): OptionalGroup[] =>
  optionalGroups.filter((group) => keys.every((key) => grouping[key] !== group || record[key] === 'granted'))

/** What is known of a visitor who comes. */
export interface Visitor {
  /** ISO 3166-1, in capitals; undefined where nobody knows. */
  country: string | undefined
  /** The choice that this browser keeps. */
  saved: ConsentRecord | undefined
  /** Whether the browser sends Global Privacy Control. */
  privacyControl: boolean
  strict: boolean
}

/** Whether the popup shows, and what holds until a choice is made. */
export interface ConsentAtFirst {
  asks: boolean
  record: ConsentRecord
}

/**
 * CONS-01, CONS-05, API-08: the saved choice holds; those from one of the 32 countries are asked, and nothing but the
 * essential is granted meanwhile; an unknown country is treated so too, without asking; elsewhere everything is granted,
 * save the ad keys under Global Privacy Control.
 */
export function consentAtFirst({ country, saved, privacyControl, strict }: Visitor): ConsentAtFirst {
  const grouping = groupingFor(country, strict, privacyControl)
  if (saved !== undefined) return { asks: false, record: recordOf(tickedIn(saved, grouping), grouping) }
  if (country === undefined || asksIn(country)) return { asks: country !== undefined, record: recordOf([], grouping) }
  return { asks: false, record: recordBy((key) => !(privacyControl && adKeys.has(key))) }
}

/** A record that was kept as JSON; undefined for anything else. */
export function consentRecordFrom(json: string | undefined): ConsentRecord | undefined {
  try {
    const read = JSON.parse(json ?? '') as Partial<Record<string, unknown>> | null
    const isWhole = keys.every((key) => read?.[key] === 'granted' || read?.[key] === 'denied')
    return isWhole ? recordBy((key) => read?.[key] === 'granted') : undefined
  } catch {
    return undefined
  }
}
