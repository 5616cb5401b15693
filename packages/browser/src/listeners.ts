/** A set of listeners; `add` returns the function that removes one. */
export function createListeners<Args extends readonly unknown[] = []>() {
  const all = new Set<(...args: Args) => void>()
  return {
    add(listener: (...args: Args) => void) {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
    call(...args: Args) {
      for (const listener of all) listener(...args)
    },
    count: () => all.size,
  }
}

/** A value of this page load; components read it with `useSyncExternalStore`. */
export function createValue<Value>(first: Value) {
  const listeners = createListeners()
  let now = first
  return {
    get: () => now,
    set(next: Value) {
      now = next
      listeners.call()
    },
    follow: listeners.add,
  }
}
