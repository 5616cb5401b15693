/** A browser's storage for this site; never throws. */
export interface KeyValueStore {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
  /** Every key that begins with `prefix`. */
  keys(prefix: string): readonly string[]
}

/**
 * Wraps a browser storage so that it still works, in memory and for this tab alone, where the browser has none,
 * refuses it (private windows, blocked site data) or has no room left.
 */
export function keyValueStore(open: () => Storage | undefined): KeyValueStore {
  const memory = new Map<string, string>()
  const storage = quietly(open)
  const stored = <Result>(ask: (kept: Storage) => Result): Result | undefined =>
    storage === undefined ? undefined : quietly(() => ask(storage))
  return {
    get: (key) => memory.get(key) ?? stored((kept) => kept.getItem(key)) ?? undefined,
    set(key, value) {
      const isWritten = stored((kept) => {
        kept.setItem(key, value)
        return true
      })
      if (isWritten) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      stored((kept) => kept.removeItem(key))
    },
    keys(prefix) {
      const known = new Set([...memory.keys(), ...(stored((kept) => Object.keys(kept)) ?? [])])
      return [...known].filter((key) => key.startsWith(prefix))
    },
  }
}

/** The result, or undefined if the browser refuses. */
function quietly<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Whether the browser blocks storage for this site: then every full load begins without a session. */
export function isSiteDataBlocked(): boolean {
  const key = 'nerdify.probe'
  const isKept = quietly(() => {
    globalThis.localStorage.setItem(key, '')
    globalThis.localStorage.removeItem(key)
    return true
  })
  return isKept === undefined
}

/** Shared by all tabs, until removed. */
export const localStore = keyValueStore(() => globalThis.localStorage)

/** This tab's own, until it closes. */
export const tabStore = keyValueStore(() => globalThis.sessionStorage)
