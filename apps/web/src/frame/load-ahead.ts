import { useEffect } from 'react'
import { onceIdle } from './late-part.tsx'

/** Loads the code of a path, and its data for the signed-in client. */
interface Loaders {
  code(pathname: string): Promise<unknown>
  data(pathname: string, search: string): void
}

let loaders: Loaders = { code: () => Promise.resolve(), data: () => undefined }

/** Called by the routes, because screens that import each other's loaders would make import cycles. */
export function loadAheadBy(routeLoaders: Loaders): void {
  loaders = routeLoaders
}

/**
 * Loads the code for a path of this site (EASE-01); a busy button may wait for it. A failed load is retried when the
 * screen shows.
 */
export const loadAhead = (path: string): Promise<unknown> => loaders.code(urlOf(path).pathname).catch(() => undefined)

/** Prefetches the data of a path, before its screen can, for the client who has just signed in (EASE-01). */
export function prefetchData(path: string): void {
  const { pathname, search } = urlOf(path)
  loaders.data(pathname, search)
}

const urlOf = (path: string) => new URL(path, window.location.origin)

/** Loads the code of the next screens once this one is complete and the browser is idle (EASE-01). */
export function useLoadAhead(...paths: readonly string[]): void {
  const joinedPaths = paths.join(' ')
  useEffect(() => {
    if (joinedPaths !== '') onceIdle(() => joinedPaths.split(' ').forEach((path) => void loadAhead(path)))
  }, [joinedPaths])
}
