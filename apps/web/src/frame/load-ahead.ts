import { useEffect } from 'react'
import { onceIdle } from './late-part.tsx'

/** How what a path of this site needs comes: its code, and its data for who is signed in. */
interface Loaders {
  code(pathname: string): Promise<unknown>
  data(pathname: string, search: string): void
}

let loaders: Loaders = { code: () => Promise.resolve(), data: () => undefined }

/** Set by the routes: if screens imported each other's loaders, the imports would form circles. */
export function loadAheadBy(routes: Loaders): void {
  loaders = routes
}

/**
 * Loads the code that a path of this site needs (EASE-01): a busy button may wait for it before it leads there. What
 * does not come now is loaded when it is shown.
 */
export const loadAhead = (path: string): Promise<unknown> => loaders.code(placeOf(path).pathname).catch(() => undefined)

/**
 * Prefetches the data of a path of this site, before its screen can, for the client who has just signed in (EASE-01).
 */
export function prefetchData(path: string): void {
  const { pathname, search } = placeOf(path)
  loaders.data(pathname, search)
}

const placeOf = (path: string) => new URL(path, window.location.origin)

/** Loads the code of the next screens once this one stands and the browser is idle (EASE-01). */
export function useLoadAhead(...paths: readonly string[]): void {
  const all = paths.join(' ')
  useEffect(() => {
    if (all !== '') onceIdle(() => all.split(' ').forEach((path) => void loadAhead(path)))
  }, [all])
}
