import { browserKeys } from '@nerdify/contract/browser-keys.ts'
import { nextPath } from '@nerdify/contract/web-routes.ts'
import { type KeyValueStore, localStore, tabStore } from './browser-storage.ts'
import { begunFilesDatabase, draftPrefix } from './draft-prefix.ts'
import { createListeners } from './listeners.ts'

/** How a session ended: the person chose to sign out, or the server refused the token (AUTH-23). */
export interface SessionEnd {
  chosen: boolean
}

/** The closed subscription banner (UI-04), forgotten at sign-out (AUTH-15). */
export const closedBannerKey = 'nerdify.bannerClosed'

const lastEndKey = 'nerdify.sessionEnd'
const askedForKey = 'nerdify.askedFor'

/** The `sub` of a JWT, read without checking: the browser only keys its drafts by it. */
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
  /** Who is signed in, or was until the server refused the token: the asked-for page is kept for them. */
  person: string | undefined
  /** Since this page was loaded, somebody signed out by choice and nobody signed in. */
  hasChosenToLeave: boolean
}

function askedForPage(tab: KeyValueStore, visit: Visit) {
  return {
    /**
     * Keeps the page that somebody was on the way to, so that signing in leads there (AUTH-17). What was
     * on screen at a chosen sign-out is not: the next person to sign in may be another one.
     */
    askFor(path: string) {
      if (visit.hasChosenToLeave) return
      tab.set(askedForKey, JSON.stringify({ path, ...(visit.person !== undefined && { clientId: visit.person }) }))
    },

    /** The page asked for, if the person who is signed in now may be the one who asked (AUTH-06, AUTH-16). */
    askedFor(): string | undefined {
      const kept = tab.get(askedForKey)
      if (kept === undefined) return undefined
      const { path, clientId } = JSON.parse(kept) as { path: string; clientId?: string }
      return clientId === undefined || clientId === visit.person ? nextPath(path) : undefined
    },

    /** The page asked for was reached. */
    forgetAskedFor() {
      tab.remove(askedForKey)
    },
  }
}

/**
 * The session of this browser: one token for all tabs (AUTH-18). `local` is shared by the tabs, `tab` is this tab's
 * own, `events` is where the browser tells of what other tabs wrote.
 */
export function createSession(local: KeyValueStore, tab: KeyValueStore, events?: Pick<Window, 'addEventListener'>) {
  const ended = createListeners<[SessionEnd]>()
  const refusals = createListeners()
  const changes = createListeners()
  let token = local.get(browserKeys.session)
  const visit: Visit = { person: token === undefined ? undefined : clientIdOf(token), hasChosenToLeave: false }
  /** A token that the server refused before the page could hear of it. */
  let unheard: string | undefined

  const forget = (end: SessionEnd) => {
    token = undefined
    if (end.chosen) {
      visit.hasChosenToLeave = true
      visit.person = undefined
      tab.remove(askedForKey)
    }
    ended.call(end)
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
    // The same person confirmed in another tab that it is them: nothing of theirs goes here (SAFE-03).
    const isSamePerson = next !== undefined && token !== undefined && clientIdOf(next) === clientIdOf(token)
    if (token !== undefined && !isSamePerson) forget({ chosen: local.get(lastEndKey) === 'chosen' })
    if (next !== undefined) take(next)
  }
  events?.addEventListener('storage', ({ key }) => {
    if (key === browserKeys.session || key === null) hearOtherTabs()
  })
  // A page that was kept for Back has heard nothing meanwhile.
  events?.addEventListener('pageshow', ({ persisted }) => persisted && hearOtherTabs())

  return {
    /** The bearer token, or undefined for a signed-out person. */
    token: () => token,

    /** Who is signed in; only to key drafts. */
    clientId: () => (token === undefined ? undefined : clientIdOf(token)),

    /** Begins a session in every tab (AUTH-06). */
    start(jwt: string) {
      // A link signs in whoever opens it: what was read for the person before goes (AUTH-16).
      if (token !== undefined) {
        if (clientIdOf(jwt) !== clientIdOf(token)) local.remove(closedBannerKey)
        ended.call({ chosen: false })
      }
      local.remove(lastEndKey)
      local.set(browserKeys.session, jwt)
      take(jwt)
    },

    /**
     * Puts another session of the same person in the place of theirs, in every tab: what they have read and typed stays
     * (SAFE-03). Another person's is a new beginning.
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

    /** Tells that the server answered 401 or 403 to a call made with `usedToken`; an older token says nothing. */
    refused(usedToken: string | undefined) {
      if (usedToken === undefined || usedToken !== token) return
      if (refusals.count() === 0) unheard = usedToken
      else refusals.call()
    },

    /** Called when the session ended, here or in another tab. */
    onEnd: ended.add,
    /** Called when the server refused the token (AUTH-19), also when that was before anybody listened. */
    onRefused(listener: () => void) {
      const remove = refusals.add(listener)
      const isRefused = unheard !== undefined && unheard === token
      unheard = undefined
      if (isRefused) listener()
      return remove
    },
    /** Called when a session began or ended, here or in another tab. */
    onChange: changes.add,
    ...askedForPage(tab, visit),
  }
}

/** Takes what was typed and chosen from the browser. */
function clearDrafts(local: KeyValueStore): void {
  for (const key of local.keys(draftPrefix)) local.remove(key)
  try {
    globalThis.indexedDB?.deleteDatabase(begunFilesDatabase)
  } catch {
    // A browser that blocks site data keeps no files.
  }
}

/** The session of this browser. */
export const session = createSession(localStore, tabStore, typeof window === 'undefined' ? undefined : window)
