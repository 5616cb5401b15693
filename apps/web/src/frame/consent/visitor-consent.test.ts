import { recordOf, groupingFor } from '@nerdify/domain/consent/consent.ts'
import { describe, expect, test } from 'vitest'
import { keyValueStore } from '@nerdify/browser/browser-storage.ts'
import { fakeStorage } from '@nerdify/browser/testing/fake-storage.ts'
import { isKeyPage } from './google-tag.ts'
import { consentKey, beginConsent } from './visitor-consent.ts'

const usual = groupingFor('DE', false)

/** A visitor whose country the server answers; `answer` may fail. */
function visitor(answer: () => Response, { privacyControl = false } = {}) {
  const store = keyValueStore(() => fakeStorage())
  const pushed: unknown[][] = []
  const asked: string[] = []
  const meet = (page = {}) =>
    beginConsent({
      page,
      fetch: async (input) => {
        asked.push(String(input))
        return answer()
      },
      store,
      privacyControl,
      push: (...command) => pushed.push(command),
    })
  return { store, pushed, asked, meet }
}

const from = (country_code: string | null, tag?: { id: string; strict: boolean }) => () =>
  Response.json({ country_code, ...(tag && { tag }) })

describe('[CONS-04] consents in the form of Google’s consent mode', () => {
  test('every deniable consent is denied by default, before the country is known', async () => {
    const { meet, pushed, asked } = visitor(from('US'))
    const meeting = meet()
    expect(pushed).toEqual([['consent', 'default', recordOf([], groupingFor(undefined, true))]])
    await meeting
    expect(asked).toEqual(['/ipinfo/me?geo=1'])
    expect(pushed[1]).toEqual(['consent', 'update', recordOf(['marketing', 'performance', 'functional'], usual)])
  })

  test('a choice is kept, pushed, and applies at the next load without a question', async () => {
    const { meet, pushed, store } = visitor(from('DE', { id: 'GTM-1', strict: true }))
    const first = await meet()
    expect(first).toMatchObject({ asks: true, ticked: [], tagId: 'GTM-1' })
    first.choose(['performance'])
    const record = recordOf(['performance'], groupingFor('DE', true))
    expect(record.ad_storage).toBe('denied')
    expect(JSON.parse(store.get(consentKey) ?? '')).toEqual(record)
    expect(pushed.at(-1)).toEqual(['consent', 'update', record])
    expect(await meet()).toMatchObject({ asks: false, record, ticked: ['performance'] })
  })

  test('[API-08] the app continues with the choice and the country of /start: denied and requested once', async () => {
    const { meet, pushed, asked } = visitor(from('DE'))
    const page = {}
    const onStart = await meet(page)
    onStart.choose(['marketing'])
    expect(await meet(page)).toMatchObject({ asks: false, ticked: ['marketing'] })
    expect(asked).toHaveLength(1)
    expect(pushed.filter(([, command]) => command === 'default')).toHaveLength(1)
  })
})

test.each([
  ['cannot be asked', () => Promise.reject(new TypeError('offline')) as never],
  ['is not known', from(null)],
  ['is answered with an error', () => new Response('', { status: 503 })],
])(
  '[API-08] a country that %s: no question, no consent and nothing kept; the next load asks again',
  async (_what, answer) => {
    const { meet, store, asked } = visitor(answer)
    const { asks, record } = await meet()
    expect({ asks, record }).toEqual({ asks: false, record: recordOf([], usual) })
    expect(store.get(consentKey)).toBeUndefined()
    await meet()
    expect(asked).toHaveLength(2)
  },
)

test('[CONS-02][CONS-05] under Global Privacy Control only a yes to marketing grants an ad key', async () => {
  const { meet, pushed } = visitor(from('US'), { privacyControl: true })
  const adKeys = (record: object) =>
    Object.entries(record).filter(([key, how]) => key.startsWith('ad_') && how === 'granted').length
  const first = await meet()
  expect(adKeys(first.choose([]))).toBe(0)
  expect(adKeys(first.choose(['performance', 'functional']))).toBe(0)
  expect(adKeys((await meet()).record)).toBe(0)
  expect(pushed.at(-1)).toEqual(['consent', 'update', (await meet()).record])
  expect(adKeys(first.choose(['marketing']))).toBe(3)
  expect(adKeys((await meet()).record)).toBe(3)
})

test('[CONS-05] Global Privacy Control is respected', async () => {
  const { record } = await visitor(from('US'), { privacyControl: true }).meet()
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
