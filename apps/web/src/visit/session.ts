import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { type KeyValueStore, localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from '../storage/draft-prefix.ts'
import { createListeners } from '@nerdify/browser/listeners.ts'

/** The reason for a session's end: the person signed out, or the server refused the token (AUTH-23). */
export interface SessionEnd {
  chosen: boolean
}

/** Storage key of the closed subscription banner (UI-04); sign-out removes it (AUTH-15). */
export const closedBannerKey = 'nerdify.bannerClosed'

const lastEndKey = 'nerdify.sessionEnd'
const askedForKey = 'nerdify.askedFor'

/** The `sub` of a JWT, unverified: the browser only keys its drafts by it. */
export function clientIdOf(jwt: string): string | undefined {
  try {
    const payload = jwt.split('.')[1]
    if (payload === undefined) return undefined
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }
    return typeof sub === 'string' ? sub : undefined
  } catch {
    return undefined
  }
}

interface Visit {
  /** The client who is, or until a refused token was, signed in: the asked-for page is theirs. */
  person: string | undefined
  /** Since this page loaded, somebody signed out by choice and nobody signed in. */
  hasChosenToLeave: boolean
}

function askedForPage(tab: KeyValueStore, visit: Visit) {
  return {
    /**
     * Keeps the page that a visitor was on the way to, so that signing in leads there (AUTH-17). After a chosen
     * sign-out it keeps none: the next person may be another one.
     */
    askFor(path: string) {
      if (visit.hasChosenToLeave) return
      tab.set(askedForKey, JSON.stringify({ path, ...(visit.person !== undefined && { clientId: visit.person }) }))
    },

    /** The kept page for `askedFor` to check, unless it is another person's (AUTH-06, AUTH-16). */
    keptPage(): string | undefined {
      const stored = tab.get(askedForKey)
      if (stored === undefined) return undefined
      const { path, clientId } = JSON.parse(stored) as { path: string; clientId?: string }
      return clientId === undefined || clientId === visit.person ? path : undefined
    },

    forgetAskedFor() {
      tab.remove(askedForKey)
    },
  }
}

/**
 * The session of this browser: one token for all tabs (AUTH-18). All tabs share `local`; `tab` is this tab's own;
 * `events` reports what other tabs wrote.
 */
export function createSession(local: KeyValueStore, tab: KeyValueStore, events?: Pick<Window, 'addEventListener'>) {
  const endListeners = createListeners<[SessionEnd]>()
  const refusals = createListeners()
  const changes = createListeners()
  let token = local.get(browserKeys.session)
  const visit: Visit = { person: token === undefined ? undefined : clientIdOf(token), hasChosenToLeave: false }
  /** A token that the server refused before a listener was there. */
  let unreportedRefusal: string | undefined

  const forget = (end: SessionEnd) => {
    token = undefined
    if (end.chosen) {
      visit.hasChosenToLeave = true
      visit.person = undefined
      tab.remove(askedForKey)
    }
    endListeners.call(end)
    changes.call()
  }

  const take = (jwt: string) => {
    token = jwt
    visit.person = clientIdOf(jwt)
    visit.hasChosenToLeave = false
    changes.call()
  }

  const hearOtherTabs = () => {
    const next = local.get(browserKeys.session)
    if (next === token) return
    // The same person confirmed their identity in another tab: nothing is cleared (SAFE-03).
    const isSamePerson = next !== undefined && token !== undefined && clientIdOf(next) === clientIdOf(token)
    if (token !== undefined && !isSamePerson) forget({ chosen: local.get(lastEndKey) === 'chosen' })
    if (next !== undefined) take(next)
  }
  events?.addEventListener('storage', ({ key }) => {
    if (key === browserKeys.session || key === null) hearOtherTabs()
  })
  // A page in the back/forward cache missed the events.
  events?.addEventListener('pageshow', ({ persisted }) => persisted && hearOtherTabs())

  return {
    token: () => token,

    /** The signed-in client's id; only to key drafts. */
    clientId: () => (token === undefined ? undefined : clientIdOf(token)),

    /** Begins a session in every tab (AUTH-06). */
    start(jwt: string) {
      // A link signs in another person than the one who read here: cached answers go (AUTH-16).
      if (token !== undefined) {
        if (clientIdOf(jwt) !== clientIdOf(token)) local.remove(closedBannerKey)
        endListeners.call({ chosen: false })
      }
      local.remove(lastEndKey)
      local.set(browserKeys.session, jwt)
      take(jwt)
    },

    /**
     * Replaces the session with another one of the same person, in every tab, and keeps what they read and typed
     * (SAFE-03). Another person's session starts afresh.
     */
    renew(jwt: string) {
      if (token === undefined || clientIdOf(jwt) !== clientIdOf(token)) return this.start(jwt)
      local.set(browserKeys.session, jwt)
      take(jwt)
    },

    /** Ends the session in every tab (AUTH-15). Only a chosen end clears the drafts (AUTH-23). */
    end(end: SessionEnd) {
      if (end.chosen) clearDrafts(local)
      local.remove(closedBannerKey)
      local.set(lastEndKey, end.chosen ? 'chosen' : 'forced')
      local.remove(browserKeys.session)
      forget(end)
    },

    /** Reports a 401 or 403 for a call with `usedToken`; an older token is ignored. */
    refused(usedToken: string | undefined) {
      if (usedToken === undefined || usedToken !== token) return
      if (refusals.count() === 0) unreportedRefusal = usedToken
      else refusals.call()
    },

    /** Called when the session ends, here or in another tab. */
    onEnd: endListeners.add,
    /** Called when the server refuses the token (AUTH-19), also if it did before the listener was there. */
    onRefused(listener: () => void) {
      const remove = refusals.add(listener)
      const isRefused = unreportedRefusal !== undefined && unreportedRefusal === token
      unreportedRefusal = undefined
      if (isRefused) listener()
      return remove
    },
    /** Called when a session begins or ends, here or in another tab. */
    onChange: changes.add,
    ...askedForPage(tab, visit),
  }
}

/** Clears typed and chosen values from the browser. */
function clearDrafts(local: KeyValueStore): void {
  for (const key of local.keys(draftPrefix)) local.remove(key)
}

export const session = createSession(localStore, tabStore, typeof window === 'undefined' ? undefined : window)
