import { localStore } from '@nerdify/browser/browser-storage.ts'
import { recordFrom, recordOf, textFrom } from '@nerdify/browser/kept-values.ts'
import type { AnswerPosting } from '@nerdify/contract/conversations.ts'
import { useRef, useState } from 'react'
import { wordsPrefix } from '../../frame/stored-words.ts'

/** An uploaded file. */
export interface AddedFile {
  id: string
  name: string
  /** Bytes. */
  size: number
}

/** A person's unsent words for a conversation. */
export interface AnswerDraft {
  as: 'support' | 'nerd'
  text: string
  files: readonly AddedFile[]
  /** The idempotency key of exactly this answer, so that a retry after a lost answer sends it once (API-11). */
  key?: string | undefined
}

const emptyDraft: AnswerDraft = { as: 'support', text: '', files: [] }

/** The draft in its stored form; parts of another shape are dropped. */
export function draftFrom(stored: string | undefined): AnswerDraft {
  const draft = recordFrom(stored)
  const files = (Array.isArray(draft.files) ? draft.files : []).flatMap((each: unknown) => {
    const { id, name, size } = recordOf(each)
    return typeof id === 'string' && typeof name === 'string' && typeof size === 'number' ? [{ id, name, size }] : []
  })
  const key = textFrom(draft.key)
  return {
    as: draft.as === 'nerd' ? 'nerd' : 'support',
    text: textFrom(draft.text) ?? '',
    files,
    ...(key !== undefined && { key }),
  }
}

/** A draft by person and conversation: it outlives reload, sign-out and the choice of another conversation (DESK-04). */
export function useAnswerDraft(person: string, conversation: string) {
  const storageKey = `${wordsPrefix}answer.${person}.${conversation}`
  const [draft, setDraft] = useState(() => draftFrom(localStore.get(storageKey)))
  // A file may finish while a person types: each change starts from the newest draft.
  const newest = useRef(draft)
  const keep = (next: AnswerDraft) => {
    newest.current = next
    setDraft(next)
    if (next.text === '' && next.files.length === 0) localStore.remove(storageKey)
    else localStore.set(storageKey, JSON.stringify(next))
  }
  return {
    draft,
    /** Another answer gets another key. */
    change: (change: Partial<Omit<AnswerDraft, 'files' | 'key'>>) =>
      keep({ ...newest.current, ...change, key: undefined }),
    changeFiles: (change: (files: readonly AddedFile[]) => readonly AddedFile[]) =>
      keep({ ...newest.current, files: change(newest.current.files), key: undefined }),
    /** Stores the key before the answer is sent. */
    begin(): { body: AnswerPosting; key: string } {
      const key = draft.key ?? crypto.randomUUID()
      keep({ ...draft, key })
      const ids = draft.files.map(({ id }) => id)
      return { body: { as: draft.as, text: draft.text, ...(ids.length > 0 && { files: ids }) }, key }
    },
    clear: () => keep({ ...emptyDraft, as: newest.current.as }),
  }
}
