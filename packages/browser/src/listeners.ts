/** A set of listeners; `add` returns the function that removes the listener. */
export function createListeners<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    add(listener: (...args: Args) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    call(...args: Args) {
      for (const listener of listeners) listener(...args)
    },
    count: () => listeners.size,
  }
}

/** A value in memory, until the page reloads; components read it with `useSyncExternalStore`. */
export function createValue<Value>(initial: Value) {
  const listeners = createListeners()
  let current = initial
  return {
    get: () => current,
    set(next: Value) {
      current = next
      listeners.call()
    },
    follow: listeners.add,
  }
}
