import { localStore, tabStore } from '@nerdify/browser/browser-storage.ts'

/** Where this browser keeps words that were typed and not sent. They outlive a session that ended (DESK-04). */
export const wordsPrefix = 'desk.words.'

/** Forgets the words of everybody at this browser, after a sign-out by choice. */
export function forgetStoredWords(): void {
  for (const store of [localStore, tabStore]) for (const key of store.keys(wordsPrefix)) store.remove(key)
}
