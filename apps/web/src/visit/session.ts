import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { type KeyValueStore, localStore, tabStore } from '@nerdify/browser/browser-storage.ts'
import { draftPrefix } from '../storage/draft-prefix.ts'
import { createListeners } from '@nerdify/browser/listeners.ts'

/**
 * The reason for a session's end: the person signed out, or another one signed in elsewhere (`chosen`), or the server
 * refused the token (AUTH-23).
 */
export interface SessionEnd {
  chosen: boolean
}

/** Storage key of the closed subscription banner (UI-04); sign-out removes it (AUTH-15). */
export const closedBannerKey = 'nerdify.bannerClosed'

const lastEndKey = 'nerdify.sessionEnd'
const requestedPageKey = 'nerdify.askedFor'

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
  /** The client who is signed in, or was until the server refused the token: the requested page is for them. */
  clientId: string | undefined
  /** On this page a person signed out by choice, and no person has signed in since. */
  isSignedOutByChoice: boolean
}

function pageKeeper(tab: KeyValueStore, visit: Visit) {
  return {
    /**
     * Keeps the page that a visitor requested, so that signing in leads there (AUTH-17). A no-op after a chosen
     * sign-out: the next person may be someone else.
     */
    keepPage(path: string) {
      if (visit.isSignedOutByChoice) return
      tab.set(
        requestedPageKey,
        JSON.stringify({ path, ...(visit.clientId !== undefined && { clientId: visit.clientId }) }),
      )
    },

    /** The kept page for `requestedPage` to check, unless it is another person's (AUTH-06, AUTH-16). */
    keptPage(): string | undefined {
      const stored = tab.get(requestedPageKey)
      if (stored === undefined) return undefined
      const { path, clientId } = JSON.parse(stored) as { path: string; clientId?: string }
      return clientId === undefined || clientId === visit.clientId ? path : undefined
    },

    forgetPage() {
      tab.remove(requestedPageKey)
    },
  }
}

/**
 * The session of this browser: one token for all tabs (AUTH-18). All tabs share `local`; `tab` is private to this tab;
 * `events` reports the writes of other tabs.
 */
export function createSession(local: KeyValueStore, tab: KeyValueStore, events?: Pick<Window, 'addEventListener'>) {
  const endListeners = createListeners<[SessionEnd]>()
  const refusals = createListeners()
  const changes = createListeners()
  let token = local.get(browserKeys.session)
  const visit: Visit = { clientId: token === undefined ? undefined : clientIdOf(token), isSignedOutByChoice: false }
  /** A token that the server refused before a listener was added. */
  let unreportedRefusal: string | undefined

  /** Whether a token is another person's than the last session's. */
  const isOfAnother = (jwt: string) => visit.clientId !== undefined && visit.clientId !== clientIdOf(jwt)

  const clear = (end: SessionEnd) => {
    token = undefined
    if (end.chosen) {
      visit.isSignedOutByChoice = true
      visit.clientId = undefined
      tab.remove(requestedPageKey)
    }
    endListeners.call(end)
    changes.call()
  }

  const adopt = (jwt: string) => {
    token = jwt
    visit.clientId = clientIdOf(jwt)
    visit.isSignedOutByChoice = false
    changes.call()
  }

  const syncWithOtherTabs = () => {
    const next = local.get(browserKeys.session)
    if (next === token) return
    // If the same person confirmed their identity in another tab, nothing is cleared (SAFE-03).
    if (next === undefined) return clear({ chosen: local.get(lastEndKey) === 'chosen' })
    if (isOfAnother(next)) clear({ chosen: true })
    adopt(next)
  }
  events?.addEventListener('storage', ({ key }) => {
    if (key === browserKeys.session || key === null) syncWithOtherTabs()
  })
  // A page in the back/forward cache misses these events.
  events?.addEventListener('pageshow', ({ persisted }) => persisted && syncWithOtherTabs())

  return {
    token: () => token,

    /** The signed-in client's id, from the unverified token. */
    clientId: () => (token === undefined ? undefined : clientIdOf(token)),

    /** Begins a session in every tab (AUTH-06). */
    start(jwt: string) {
      // A link may sign in another person: drop the cached answers (AUTH-16).
      if (token !== undefined) {
        if (isOfAnother(jwt)) local.remove(closedBannerKey)
        endListeners.call({ chosen: false })
      }
      local.set(browserKeys.session, jwt)
      adopt(jwt)
    },

    /**
     * Replaces the session with another one of the same person, in every tab, and keeps what they read and typed
     * (SAFE-03). Another person's session starts afresh.
     */
    renew(jwt: string) {
      if (token === undefined || isOfAnother(jwt)) return this.start(jwt)
      local.set(browserKeys.session, jwt)
      adopt(jwt)
    },

    /** Ends the session in every tab (AUTH-15). Only a chosen end clears the drafts (AUTH-23). */
    end(end: SessionEnd) {
      if (end.chosen) clearDrafts(local)
      local.remove(closedBannerKey)
      local.set(lastEndKey, end.chosen ? 'chosen' : 'forced')
      local.remove(browserKeys.session)
      clear(end)
    },

    /** Reports a 401 or 403 for a call with `usedToken`; an older token is ignored. */
    reportRefusal(usedToken: string | undefined) {
      if (usedToken === undefined || usedToken !== token) return
      if (refusals.count() === 0) unreportedRefusal = usedToken
      else refusals.call()
    },

    /** Called when the session ends, here or in another tab. */
    onEnd: endListeners.add,
    /** Called when the server refuses the token (AUTH-19), even if it did so before the listener was added. */
    onRefused(listener: () => void) {
      const remove = refusals.add(listener)
      const isRefused = unreportedRefusal !== undefined && unreportedRefusal === token
      unreportedRefusal = undefined
      if (isRefused) listener()
      return remove
    },
    /** Called when a session begins or ends, here or in another tab. */
    onChange: changes.add,
    ...pageKeeper(tab, visit),
  }
}

/** Clears the drafts' typed and chosen values from the browser. */
function clearDrafts(local: KeyValueStore): void {
  for (const key of local.keys(draftPrefix)) local.remove(key)
}

export const session = createSession(localStore, tabStore, typeof window === 'undefined' ? undefined : window)
