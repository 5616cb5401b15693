import type { KeyValueStore } from '@nerdify/browser/browser-storage.ts'
import { createListeners } from '@nerdify/browser/listeners.ts'
import { type Draft, type DraftChange, draftFromText, draftToText, isEmpty, withChange } from './draft.ts'

/**
 * Stores drafts under their keys in `store`, for all tabs. Each change is written at once, so a closed tab or a crash
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
    /** Whether the draft is older than this page load, and the client has not dismissed the notice. */
    isRestored: (key: string): boolean => {
      read(key)
      return found.has(key)
    },
    /** Dismisses the notice of an older draft for all steps. */
    dismissNotice(key: string): void {
      found.delete(key)
      listeners.call()
    },
    change: (key: string, change: Partial<DraftChange>): void => write(key, withChange(read(key), change)),
    /** Deletes the draft: it became an order, was paid, or was discarded. */
    clear: (key: string): void => write(key, {}),
    subscribe: listeners.add,
    /** Drops this tab's cache: the client signed out. */
    forgetAll(): void {
      drafts.clear()
      found.clear()
      listeners.call()
    },
  }
}
