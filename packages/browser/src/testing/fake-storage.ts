/**
 * A browser storage for tests; as in a browser, its entries are its own enumerable properties. If it is `full`, each
 * write throws.
 */
export function fakeStorage({ full = false } = {}): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(storage, key) ? (storage[key] as string) : null),
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      storage[key] = value
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
    clear: () => {
      for (const key of Object.keys(storage)) delete storage[key]
    },
    key: (index: number) => Object.keys(storage)[index] ?? null,
  }
  const storage: Record<string, unknown> = Object.create(methods)
  return storage as unknown as Storage
}
