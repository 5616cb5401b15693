import { localStore } from '@nerdify/browser/browser-storage.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'

const storageKey = 'desk.keys'
const setting = createValue(localStore.get(storageKey) !== 'off')

/** Switches the single keys on or off in this browser (WCAG 2.1.4). */
export function switchKeys(on: boolean): void {
  if (on) localStore.remove(storageKey)
  else localStore.set(storageKey, 'off')
  setting.set(on)
}

export const useKeysSwitch = (): boolean => useSyncExternalStore(setting.follow, setting.get)

/** Keys by `KeyboardEvent.key`. */
export type KeyActions = Readonly<Record<string, () => void>>

const isField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLElement && target.matches('input:not([type="radio"], [type="checkbox"]), select, textarea')
/** In an empty field Escape is free. */
const isTyping = ({ key, target }: KeyboardEvent) => isField(target) && !(key === 'Escape' && target.value === '')

/** Sends the form of a text area at Ctrl + Enter, where Enter alone begins a line. */
export function sendByKey({ key, ctrlKey, metaKey, currentTarget }: ReactKeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
}

/** The keys that repeat while they are held: steps along a list. */
const repeated = new Set(['j', 'k', 'ArrowLeft', 'ArrowRight'])

/** The key of the last action: held, it does not type into the field that the action focused. */
let held: string | undefined
const stopHeld = (event: KeyboardEvent) => {
  if (!event.repeat) held = undefined
  else if (event.key === held) event.preventDefault()
}

/**
 * Runs an action at its key, except while a person types, or a dialog is open; `?` works even when keys are off. A held
 * key acts once, because a slow hand would take an order and release it again.
 */
export function useKeys(actions: KeyActions): void {
  const isOn = useKeysSwitch()
  const latest = useRef(actions)
  // Before the next key: a passive effect may run after it.
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey } = event
      const action = latest.current[key]
      if (action === undefined || (!isOn && key !== '?')) return
      if (ctrlKey || altKey || metaKey || isTyping(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      held = key
      if (!event.repeat || repeated.has(key)) action()
    }
    // Every caller adds the same listener, once.
    document.addEventListener('keydown', stopHeld, { capture: true })
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
