import { createListeners } from '../../listeners.ts'

/** Values of this tab under keys, beside the components that show them: those come and go, what was typed stays. */
interface StoreByKey<Value> {
  /** The value under a key, else the one for none; the same object until it changes. */
  read(key: string): Value
  write(key: string, value: Value): void
  forget(key: string): void
  forgetAll(): void
  /** Calls the listener after each change of any value. */
  subscribe(listener: () => void): () => void
}

/** Makes a store; `none` is read where nothing is kept. */
export function createStoreByKey<Value>(none: Value): StoreByKey<Value> {
  const values = new Map<string, Value>()
  const listeners = createListeners()
  return {
    read: (key) => values.get(key) ?? none,
    write(key, value) {
      values.set(key, value)
      listeners.call()
    },
    forget(key) {
      if (values.delete(key)) listeners.call()
    },
    forgetAll() {
      values.clear()
      listeners.call()
    },
    subscribe: listeners.add,
  }
}
