import { localStore } from '../../browser-storage.ts'

/** Where somebody came in: the page, and its query with the share code of who sent them (REF-04). */
export interface Origin {
  landing: string
  landing_query: string
}

const key = 'origin'

/** Keeps the page that somebody came in by with a share code, until they sign up; the first one stands. */
export function keepOrigin(pathname: string, search: string): void {
  if (!new URLSearchParams(search).has('ref') || localStore.get(key) !== undefined) return
  localStore.set(key, JSON.stringify({ landing: pathname, landing_query: search } satisfies Origin))
}

/** Where somebody came in: what was kept, else the page that they are on. */
export function keptOrigin(pathname: string): Origin {
  const here = { landing: pathname, landing_query: '' }
  try {
    const { landing, landing_query } = JSON.parse(localStore.get(key) ?? '{}') as Partial<Origin>
    return typeof landing === 'string' && typeof landing_query === 'string' ? { landing, landing_query } : here
  } catch {
    return here
  }
}

/** Forgets it: the account has it now. */
export function forgetOrigin(): void {
  localStore.remove(key)
}
