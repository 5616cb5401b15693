import { describe, expect, test, vi } from 'vitest'
import { keyValueStore } from '@nerdify/browser/browser-storage.ts'
import { fakeStorage } from '@nerdify/browser/testing/fake-storage.ts'
import { draftPrefix } from '../storage/draft-prefix.ts'
import { requestedPage } from './requested-page.ts'
import { clientIdOf, createSession, type SessionEnd } from './session.ts'

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwtOf = (sub: string, at = 1) => `${base64url({ alg: 'HS256' })}.${base64url({ sub, iat: at })}.signature`

/** One browser with several tabs, which hear of each other's storage writes. */
function browser() {
  const shared = fakeStorage()
  const tabs: EventTarget[] = []
  const openTab = () => {
    const events = new EventTarget()
    tabs.push(events)
    const session = createSession(
      keyValueStore(() => shared),
      keyValueStore(() => fakeStorage()),
      events as unknown as Pick<Window, 'addEventListener'>,
    )
    const ends: SessionEnd[] = []
    session.onEnd((end) => ends.push(end))
    return { session, ends, events }
  }
  const notifyOthers = (writer: EventTarget) => {
    for (const tab of tabs) {
      if (tab !== writer) tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'nerdify.session' }))
    }
  }
  return { openTab, notifyOthers, shared }
}

describe('the session', () => {
  test('[AUTH-18] is restored on load', () => {
    const { openTab } = browser()
    openTab().session.start(jwtOf('ann'))
    const { session } = openTab()
    expect(session.token()).toBe(jwtOf('ann'))
    expect(session.clientId()).toBe('ann')
  })

  test('[AUTH-18] a page from the back/forward cache takes the current session', () => {
    const { openTab } = browser()
    const first = openTab()
    first.session.start(jwtOf('ann'))
    const other = openTab()
    other.session.end({ chosen: true })
    other.session.start(jwtOf('bob'))
    first.events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(first.session.clientId()).toBe('bob')
    expect(first.ends).toHaveLength(1)
    first.session.reportRefusal(jwtOf('ann'))
    expect(openTab().session.clientId()).toBe('bob')
  })

  test('[AUTH-18] signing out in one tab signs out the others', () => {
    const { openTab, notifyOthers } = browser()
    const first = openTab()
    first.session.start(jwtOf('ann'))
    const other = openTab()
    first.session.end({ chosen: true })
    notifyOthers(first.events)
    expect(other.session.token()).toBeUndefined()
    expect(other.ends).toEqual([{ chosen: true }])
  })

  test('[AUTH-18] signing in in one tab signs in the others', () => {
    const { openTab, notifyOthers } = browser()
    const first = openTab()
    const other = openTab()
    const changed = vi.fn()
    other.session.onChange(changed)
    first.session.start(jwtOf('ann'))
    notifyOthers(first.events)
    expect(other.session.clientId()).toBe('ann')
    expect(changed).toHaveBeenCalledOnce()
  })

  test('[AUTH-23] a chosen sign-out clears the drafts, a forced one keeps them', () => {
    const { openTab, shared } = browser()
    const { session } = openTab()
    const draft = `${draftPrefix}ann.writing`
    session.start(jwtOf('ann'))
    shared.setItem(draft, '{}')
    session.end({ chosen: false })
    expect(shared.getItem(draft)).toBe('{}')
    session.start(jwtOf('ann'))
    session.end({ chosen: true })
    expect(shared.getItem(draft)).toBeNull()
  })

  test('[AUTH-23] a tab that finds another person signed in keeps nothing of the one before', () => {
    const { openTab, notifyOthers } = browser()
    const [first, other, forced] = [openTab(), openTab(), openTab()]
    first.session.start(jwtOf('ann'))
    notifyOthers(first.events)
    // A link of Bob's replaces the session, or the server had ended it before.
    first.session.start(jwtOf('bob'))
    notifyOthers(first.events)
    expect(other.ends).toEqual([{ chosen: true }])
    first.session.end({ chosen: false })
    notifyOthers(first.events)
    expect(forced.ends.at(-1)).toEqual({ chosen: false })
    first.session.start(jwtOf('ann'))
    notifyOthers(first.events)
    expect(forced.ends.at(-1)).toEqual({ chosen: true })
    expect(forced.session.clientId()).toBe('ann')
  })

  test('[AUTH-15] signing out forgets the token and the closed banner', () => {
    const { openTab, shared } = browser()
    const { session } = openTab()
    session.start(jwtOf('ann'))
    shared.setItem('nerdify.bannerClosed', '1')
    session.end({ chosen: true })
    expect(session.token()).toBeUndefined()
    expect(Object.keys(shared).filter((key) => key !== 'nerdify.sessionEnd')).toEqual([])
  })

  test('[AUTH-16] the session of a link replaces the current one, its cached answers and its banner', () => {
    const { openTab, shared } = browser()
    const { session, ends } = openTab()
    session.start(jwtOf('ann'))
    shared.setItem(`${draftPrefix}ann.writing`, '{}')
    shared.setItem('nerdify.bannerClosed', '1')
    session.start(jwtOf('bob'))
    expect(session.clientId()).toBe('bob')
    expect(ends).toEqual([{ chosen: false }])
    expect(shared.getItem('nerdify.bannerClosed')).toBeNull()
    expect(shared.getItem(`${draftPrefix}ann.writing`)).toBe('{}')
  })

  test('[SAFE-03] the same person’s confirmed session replaces the old one in all tabs and clears nothing', () => {
    const { openTab, notifyOthers } = browser()
    const first = openTab()
    first.session.start(jwtOf('ann', 1))
    const other = openTab()
    const changed = vi.fn()
    other.session.onChange(changed)
    first.session.renew(jwtOf('ann', 2))
    notifyOthers(first.events)
    expect([first.session.token(), other.session.token()]).toEqual([jwtOf('ann', 2), jwtOf('ann', 2)])
    expect([first.ends, other.ends]).toEqual([[], []])
    expect(changed).toHaveBeenCalledOnce()
    first.session.renew(jwtOf('bob'))
    notifyOthers(first.events)
    expect([first.ends, other.ends]).toEqual([[{ chosen: false }], [{ chosen: true }]])
  })

  test('[AUTH-19] only the refusal of the current token reaches listeners', () => {
    const { session } = browser().openTab()
    const refused = vi.fn()
    session.onRefused(refused)
    session.reportRefusal(undefined)
    session.start(jwtOf('ann', 2))
    session.reportRefusal(jwtOf('ann', 1))
    expect(refused).not.toHaveBeenCalled()
    session.reportRefusal(jwtOf('ann', 2))
    expect(refused).toHaveBeenCalledOnce()
  })

  test('[AUTH-19] an early refusal reaches the first listener once', () => {
    const { session } = browser().openTab()
    session.start(jwtOf('ann', 1))
    session.reportRefusal(jwtOf('ann', 1))
    const [first, second] = [vi.fn(), vi.fn()]
    session.onRefused(first)
    session.onRefused(second)
    expect(first).toHaveBeenCalledOnce()
    expect(second).not.toHaveBeenCalled()
  })

  test('[AUTH-19] an early refusal does not reach the person who signed in meanwhile', () => {
    const { session } = browser().openTab()
    session.start(jwtOf('ann', 1))
    session.reportRefusal(jwtOf('ann', 1))
    session.start(jwtOf('bob', 1))
    const refused = vi.fn()
    session.onRefused(refused)
    expect(refused).not.toHaveBeenCalled()
  })
})

describe('the requested page', () => {
  test('[AUTH-17] is kept with its query and hash until it is reached', () => {
    const { session } = browser().openTab()
    session.keepPage('/order/0192a1b2-0000-7000-8000-000000000007/details?from=mail#top')
    session.start(jwtOf('ann'))
    expect(requestedPage(session)).toBe('/order/0192a1b2-0000-7000-8000-000000000007/details?from=mail#top')
    session.forgetPage()
    expect(requestedPage(session)).toBeUndefined()
  })

  test('[AUTH-23] survives a forced sign-out for the same person only (ux 14)', () => {
    const { session } = browser().openTab()
    session.start(jwtOf('ann'))
    session.keepPage('/order/0192a1b2-0000-7000-8000-000000000007')
    session.end({ chosen: false })
    session.start(jwtOf('bob'))
    expect(requestedPage(session)).toBeUndefined()
    session.start(jwtOf('ann', 2))
    expect(requestedPage(session)).toBe('/order/0192a1b2-0000-7000-8000-000000000007')
  })

  test('[AUTH-23] is not kept after a chosen sign-out, here or in another tab', () => {
    const { openTab, notifyOthers } = browser()
    const first = openTab()
    first.session.start(jwtOf('ann'))
    const other = openTab()
    other.session.keepPage('/order/0192a1b2-0000-7000-8000-000000000007')
    first.session.end({ chosen: true })
    notifyOthers(first.events)
    other.session.keepPage('/order/0192a1b2-0000-7000-8000-000000000007')
    other.session.start(jwtOf('bob'))
    expect(requestedPage(other.session)).toBeUndefined()
  })

  test('[AUTH-17] is kept when a page opens after a chosen sign-out', () => {
    const { openTab } = browser()
    const before = openTab()
    before.session.start(jwtOf('ann'))
    before.session.end({ chosen: true })
    const { session } = openTab()
    session.keepPage('/orders/filter/unpaid')
    session.start(jwtOf('ann', 2))
    expect(requestedPage(session)).toBe('/orders/filter/unpaid')
  })

  test('[AUTH-11] is always a path of this site (abuse 37)', () => {
    const { session } = browser().openTab()
    session.keepPage('//evil.example')
    expect(requestedPage(session)).toBe('/orders')
  })
})

describe('clientIdOf', () => {
  test('reads the subject of a token', () => {
    expect(clientIdOf(jwtOf('0199-ann'))).toBe('0199-ann')
  })

  test.each(['', 'no-token', 'a.b.c', `a.${base64url({})}.c`, 'a.%%%.c'])('finds no client in %j', (text) => {
    expect(clientIdOf(text)).toBeUndefined()
  })
})
