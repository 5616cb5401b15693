import { localStore } from '@nerdify/browser/browser-storage.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import { useSyncExternalStore } from 'react'

const storageKey = 'desk.notify'
const setting = createValue(localStore.get(storageKey) === 'on')

/** Whether the browser shows notifications of this page. */
const isAllowed = () => 'Notification' in globalThis && Notification.permission === 'granted'

/** Switches the notifications of this browser on or off; they are off at first (DESK-01). */
export function switchNotify(on: boolean): void {
  if (on) localStore.set(storageKey, 'on')
  else localStore.remove(storageKey)
  setting.set(on)
}

/** Whether the person wants notifications, and the browser shows them. */
export const isNotifyOn = (): boolean => setting.get() && isAllowed()

export const useNotifySwitch = (): boolean => useSyncExternalStore(setting.follow, isNotifyOn)
