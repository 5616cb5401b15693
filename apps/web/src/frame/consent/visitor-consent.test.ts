import { recordOf, groupingFor } from '@nerdify/domain/consent/consent.ts'
import { describe, expect, test } from 'vitest'
import { keyValueStore } from '@nerdify/browser/browser-storage.ts'
import { fakeStorage } from '@nerdify/browser/testing/fake-storage.ts'
import { isKeyPage } from './google-tag.ts'
import { consentKey, beginConsent } from './visitor-consent.ts'

const defaultGrouping = groupingFor('DE', false)

/** A visitor with the server's answer about their country; `answer` may fail. */
function visitorWith(answer: () => Response, { privacyControl = false } = {}) {
  const store = keyValueStore(() => fakeStorage())
  const commands: unknown[][] = []
  const requests: string[] = []
  const begin = (page = {}) =>
    beginConsent({
      page,
      fetch: async (input) => {
        requests.push(String(input))
        return answer()
      },
      store,
      privacyControl,
      push: (...command) => commands.push(command),
    })
  return { store, commands, requests, begin }
}

const country = (country_code: string | null, tag?: { id: string; strict: boolean }) => () =>
  Response.json({ country_code, ...(tag && { tag }) })

describe('[CONS-04] consents in the form of Google’s consent mode', () => {
  test('every deniable consent is denied by default, before the country is known', async () => {
    const { begin, commands, requests } = visitorWith(country('US'))
    const consent = begin()
    expect(commands).toEqual([['consent', 'default', recordOf([], groupingFor(undefined, true))]])
    await consent
    expect(requests).toEqual(['/ipinfo/me?geo=1'])
    expect(commands[1]).toEqual([
      'consent',
      'update',
      recordOf(['marketing', 'performance', 'functional'], defaultGrouping),
    ])
  })

  test('a choice is stored, pushed, and applies at the next load without a popup', async () => {
    const { begin, commands, store } = visitorWith(country('DE', { id: 'GTM-1', strict: true }))
    const first = await begin()
    expect(first).toMatchObject({ asks: true, ticked: [], tagId: 'GTM-1' })
    first.choose(['performance'])
    const record = recordOf(['performance'], groupingFor('DE', true))
    expect(record.ad_storage).toBe('denied')
    expect(JSON.parse(store.get(consentKey) ?? '')).toEqual(record)
    expect(commands.at(-1)).toEqual(['consent', 'update', record])
    expect(await begin()).toMatchObject({ asks: false, record, ticked: ['performance'] })
  })

  test('[API-08] the app continues with the choice and the country of /start, without a second request', async () => {
    const { begin, commands, requests } = visitorWith(country('DE'))
    const page = {}
    const onStart = await begin(page)
    onStart.choose(['marketing'])
    expect(await begin(page)).toMatchObject({ asks: false, ticked: ['marketing'] })
    expect(requests).toHaveLength(1)
    expect(commands.filter(([, command]) => command === 'default')).toHaveLength(1)
  })
})

test.each([
  ['cannot be requested', () => Promise.reject(new TypeError('offline')) as never],
  ['is unknown', country(null)],
  ['fails with an error', () => new Response('', { status: 503 })],
])(
  '[API-08] a country that %s shows no popup, stores no consent, and is requested at the next load',
  async (_case, answer) => {
    const { begin, store, requests } = visitorWith(answer)
    const { asks, record } = await begin()
    expect({ asks, record }).toEqual({ asks: false, record: recordOf([], defaultGrouping) })
    expect(store.get(consentKey)).toBeUndefined()
    await begin()
    expect(requests).toHaveLength(2)
  },
)

test('[CONS-02][CONS-05] under Global Privacy Control only consent to marketing grants an ad key', async () => {
  const { begin, commands } = visitorWith(country('US'), { privacyControl: true })
  const adKeys = (record: object) =>
    Object.entries(record).filter(([key, state]) => key.startsWith('ad_') && state === 'granted').length
  const first = await begin()
  expect(adKeys(first.choose([]))).toBe(0)
  expect(adKeys(first.choose(['performance', 'functional']))).toBe(0)
  expect(adKeys((await begin()).record)).toBe(0)
  expect(commands.at(-1)).toEqual(['consent', 'update', (await begin()).record])
  expect(adKeys(first.choose(['marketing']))).toBe(3)
  expect(adKeys((await begin()).record)).toBe(3)
})

test('[CONS-05] Global Privacy Control denies the ad keys', async () => {
  const { record } = await visitorWith(country('US'), { privacyControl: true }).begin()
  expect(record).toMatchObject({ ad_storage: 'denied', ad_personalization: 'denied', analytics_storage: 'granted' })
})

test('[CONS-04] no tag reads an address with a key', () => {
  for (const path of [
    '/auth/abc',
    '/authkey/abc',
    '/a/key/order',
    '/r/code/order/rating',
    '/files/abc',
    '/unsubscribe/abc',
  ]) {
    expect(isKeyPage(path)).toBe(true)
  }
  for (const path of ['/login', '/orders', '/privacy-policy', '/order/1']) expect(isKeyPage(path)).toBe(false)
})
