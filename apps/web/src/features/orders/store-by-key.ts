import { createListeners } from '../../listeners.ts'
import { session } from '../../session.ts'

/**
 * Makes a store of values under keys, for this tab and until its person signs out, beside the components that show them:
 * those come and go, what was typed stays. `none` is read where nothing is kept.
 */
export function createStoreByKey<Value>(none: Value) {
  const values = new Map<string, Value>()
  const listeners = createListeners()
  session.onEnd(() => {
    values.clear()
    listeners.call()
  })
  return {
    /** The value under a key, else the one for none; the same object until it changes. */
    read: (key: string): Value => values.get(key) ?? none,
    write(key: string, value: Value): void {
      values.set(key, value)
      listeners.call()
    },
    forget(key: string): void {
      if (values.delete(key)) listeners.call()
    },
    subscribe: listeners.add,
  }
}
