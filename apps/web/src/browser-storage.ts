/** What a browser keeps for a site, by key; never throws. */
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
  let storage: Storage | undefined
  try {
    storage = open()
  } catch {
    storage = undefined
  }
  const stored = <T>(use: (storage: Storage) => T): T | undefined => {
    if (storage === undefined) return undefined
    try {
      return use(storage)
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => memory.get(key) ?? stored((storage) => storage.getItem(key)) ?? undefined,
    set(key, value) {
      const written = stored((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (written) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      stored((storage) => storage.removeItem(key))
    },
    keys: (prefix) => [
      ...new Set(
        [...memory.keys(), ...(stored((storage) => Object.keys(storage)) ?? [])].filter((key) =>
          key.startsWith(prefix),
        ),
      ),
    ],
  }
}

/** Kept for all tabs, until removed. */
export const localStore = keyValueStore(() => globalThis.localStorage)

/** Kept for this tab, until it is closed. */
export const tabStore = keyValueStore(() => globalThis.sessionStorage)
