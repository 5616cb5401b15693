import { describe, expect, test } from 'vitest'
import {
  askingCountries,
  type ConsentRecord,
  initialConsent,
  consentRecordFrom,
  groupingFor,
  recordOf,
  tickedGroups,
} from './consent.ts'

const usual = groupingFor('DE', false)
const strict = groupingFor('DE', true)

const granted = (record: ConsentRecord) =>
  Object.entries(record)
    .filter(([, value]) => value === 'granted')
    .map(([key]) => key)
    .toSorted()

const all = [
  'ad_personalization',
  'ad_storage',
  'ad_user_data',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
]
const essential = ['ad_storage', 'ad_user_data', 'security_storage']

const visitor = { country: 'US', savedRecord: undefined, privacyControl: false, strict: false }

describe('[CONS-03] grants or denies each key by its group', () => {
  test.each([
    { ticked: [] as const, keys: essential },
    { ticked: ['marketing'] as const, keys: ['ad_personalization', ...essential] },
    { ticked: ['performance'] as const, keys: ['ad_storage', 'ad_user_data', 'analytics_storage', 'security_storage'] },
    {
      ticked: ['functional'] as const,
      keys: ['ad_storage', 'ad_user_data', 'functionality_storage', 'personalization_storage', 'security_storage'],
    },
    { ticked: ['marketing', 'performance', 'functional'] as const, keys: all },
  ])('$ticked', ({ ticked, keys }) => {
    const record = recordOf(ticked, usual)
    expect(granted(record)).toEqual(keys)
    expect(Object.keys(record).toSorted()).toEqual(all)
    expect(tickedGroups(record, usual)).toEqual([...ticked])
  })
})

describe('[CONS-01] the popup', () => {
  test('asks in 32 countries: the European Union, Iceland, Liechtenstein, Norway, the UK, Switzerland', () => {
    expect(askingCountries.toSorted().join(' ')).toBe(
      'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
    )
    for (const country of askingCountries) expect(initialConsent({ ...visitor, country }).asks).toBe(true)
    for (const country of ['US', 'CA', 'AU', 'NZ', 'TR', 'UA']) {
      expect(initialConsent({ ...visitor, country }).asks).toBe(false)
    }
  })

  test('grants only the essential keys until the visitor chooses', () => {
    expect(granted(initialConsent({ ...visitor, country: 'FR' }).record)).toEqual(essential)
  })

  test('applies a saved choice without asking again', () => {
    const savedRecord = recordOf(['performance'], usual)
    expect(initialConsent({ ...visitor, country: 'FR', savedRecord })).toEqual({ asks: false, record: savedRecord })
    expect(initialConsent({ ...visitor, savedRecord })).toEqual({ asks: false, record: savedRecord })
  })
})

describe('[CONS-04] the strict setting', () => {
  test('makes a decline deny ad_storage and ad_user_data in the 32 countries', () => {
    expect(granted(recordOf([], strict))).toEqual(['security_storage'])
    expect(granted(recordOf(['marketing'], strict))).toEqual([
      'ad_personalization',
      'ad_storage',
      'ad_user_data',
      'security_storage',
    ])
    expect(granted(initialConsent({ ...visitor, country: 'GB', strict: true }).record)).toEqual(['security_storage'])
    expect(groupingFor('US', true)).toEqual(usual)
  })

  test('denies the keys that an earlier decline granted, and keeps the accepted ones', () => {
    const declined = recordOf([], usual)
    const accepted = recordOf(['marketing'], usual)
    const returning = { ...visitor, country: 'GB', strict: true }
    expect(granted(initialConsent({ ...returning, savedRecord: declined }).record)).toEqual(['security_storage'])
    expect(granted(initialConsent({ ...returning, savedRecord: accepted }).record)).toEqual([
      'ad_personalization',
      ...essential,
    ])
  })
})

describe('[CONS-05] elsewhere', () => {
  test('grants every key', () => {
    expect(granted(initialConsent(visitor).record)).toEqual(all)
  })

  test('denies the ad keys under Global Privacy Control, until the visitor accepts them', () => {
    const { asks, record } = initialConsent({ ...visitor, privacyControl: true })
    expect(asks).toBe(false)
    expect(granted(record)).toEqual([
      'analytics_storage',
      'functionality_storage',
      'personalization_storage',
      'security_storage',
    ])
    const savedRecord = recordOf(['marketing', 'performance', 'functional'], usual)
    expect(granted(initialConsent({ ...visitor, privacyControl: true, savedRecord }).record)).toEqual(all)
  })
})

test('[API-08] grants only the essential keys in an unknown country, without asking', () => {
  const { asks, record } = initialConsent({ ...visitor, country: undefined })
  expect(asks).toBe(false)
  expect(granted(record)).toEqual(essential)
  expect(granted(initialConsent({ ...visitor, country: undefined, strict: true }).record)).toEqual(['security_storage'])
})

test('reads only a complete record from storage', () => {
  const record = recordOf(['functional'], usual)
  expect(consentRecordFrom(JSON.stringify(record))).toEqual(record)
  for (const wrong of [undefined, '', 'null', '7', '{}', '{"ad_storage":"granted"}', '[']) {
    expect(consentRecordFrom(wrong)).toBeUndefined()
  }
  expect(consentRecordFrom(JSON.stringify({ ...record, ad_storage: 'maybe' }))).toBeUndefined()
})
