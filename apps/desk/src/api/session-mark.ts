import { localStore } from '@nerdify/browser/browser-storage.ts'

const key = 'desk.session'

/** Whether this browser had a session: no script can see its cookie, and a call without one is an error in the console. */
export const sessionMark = {
  isSet: (): boolean => localStore.get(key) !== undefined,
  set: (): void => localStore.set(key, '1'),
  remove: (): void => localStore.remove(key),
}
