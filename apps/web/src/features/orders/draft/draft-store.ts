import type { KeyValueStore } from '../../../browser-storage.ts'
import { createListeners } from '../../../listeners.ts'
import { type Draft, type DraftChange, draftFromText, draftToText, isEmpty, withChange } from './draft.ts'

/**
 * Keeps drafts under their keys in `store`, for all tabs. Each change is written at once, so a closed tab or a crash
 * loses nothing (ux 17).
 */
export function createDraftStore(store: KeyValueStore, events?: Pick<Window, 'addEventListener'>) {
  const drafts = new Map<string, Draft>()
  const found = new Set<string>()
  const listeners = createListeners()

  const read = (key: string): Draft => {
    const known = drafts.get(key)
    if (known !== undefined) return known
    const draft = draftFromText(store.get(key))
    drafts.set(key, draft)
    if (!isEmpty(draft)) found.add(key)
    return draft
  }

  const write = (key: string, draft: Draft) => {
    drafts.set(key, draft)
    if (isEmpty(draft)) found.delete(key)
    if (isEmpty(draft)) store.remove(key)
    else store.set(key, draftToText(draft))
    listeners.call()
  }

  events?.addEventListener('storage', ({ key }) => {
    for (const changed of key === null ? [...drafts.keys()] : [key]) {
      if (!drafts.has(changed)) continue
      drafts.set(changed, draftFromText(store.get(changed)))
    }
    listeners.call()
  })

  return {
    /** The draft under the key; the same object until it changes. */
    read,
    /** Whether the draft was there before this page was loaded, and nobody has said that they know. */
    wasThere: (key: string): boolean => {
      read(key)
      return found.has(key)
    },
    /** The person knows that it was there: no further step says so again. */
    noticed(key: string): void {
      found.delete(key)
      listeners.call()
    },
    change: (key: string, change: Partial<DraftChange>): void => write(key, withChange(read(key), change)),
    /** Forgets the draft: it became an order, was paid, or was given up. */
    clear: (key: string): void => write(key, {}),
    subscribe: listeners.add,
    /** Forgets what this tab has read: the person signed out. */
    forgetAll(): void {
      drafts.clear()
      found.clear()
      listeners.call()
    },
  }
}
