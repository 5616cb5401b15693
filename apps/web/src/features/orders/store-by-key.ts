import { createListeners } from '@nerdify/browser/listeners.ts'
import { session } from '../../visit/session.ts'

/**
 * A keyed store for this tab, until sign-out; typed values outlive the components that show them. `none` is the value
 * of an unknown key.
 */
export function createStoreByKey<Value>(none: Value) {
  const values = new Map<string, Value>()
  const listeners = createListeners()
  session.onEnd(() => {
    values.clear()
    listeners.call()
  })
  return {
    /** The value under a key; the same object until it changes. */
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
