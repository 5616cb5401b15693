/** A browser's storage for this site; never throws. */
export interface KeyValueStore {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
  /** Every key that begins with `prefix`. */
  keys(prefix: string): readonly string[]
}

/**
 * Wraps a browser storage. If it is missing, blocked (private windows, blocked site data) or full, values stay in
 * memory, for this tab only.
 */
export function keyValueStore(open: () => Storage | undefined): KeyValueStore {
  const memory = new Map<string, string>()
  const storage = undefinedIfRefused(open)
  const tryStorage = <Result>(use: (area: Storage) => Result): Result | undefined =>
    storage === undefined ? undefined : undefinedIfRefused(() => use(storage))
  return {
    get: (key) => memory.get(key) ?? tryStorage((area) => area.getItem(key)) ?? undefined,
    set(key, value) {
      const isWritten = tryStorage((area) => {
        area.setItem(key, value)
        return true
      })
      if (isWritten) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      tryStorage((area) => area.removeItem(key))
    },
    keys(prefix) {
      const keys = new Set([...memory.keys(), ...(tryStorage((area) => Object.keys(area)) ?? [])])
      return [...keys].filter((key) => key.startsWith(prefix))
    },
  }
}

function undefinedIfRefused<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

/** Whether the browser blocks storage for this site, so that every full load begins without a session. */
export function isSiteDataBlocked(): boolean {
  const key = 'nerdify.probe'
  const isWritable = undefinedIfRefused(() => {
    globalThis.localStorage.setItem(key, '')
    globalThis.localStorage.removeItem(key)
    return true
  })
  return isWritable === undefined
}

/** Shared by all tabs; a value stays until it is removed. */
export const localStore = keyValueStore(() => globalThis.localStorage)

/** Private to this tab; ends when the tab closes. */
export const tabStore = keyValueStore(() => globalThis.sessionStorage)
