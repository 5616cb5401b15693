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

/** Runs an action at its key, except while a person types, or a dialog is open; `?` works even when keys are off. */
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
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}
