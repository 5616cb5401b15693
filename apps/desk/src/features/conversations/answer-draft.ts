import { localStore } from '@nerdify/browser/browser-storage.ts'
import { recordFrom, recordOf, textFrom } from '@nerdify/browser/kept-values.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import type { AnswerPosting } from '@nerdify/contract/conversations.ts'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
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
  /** The message that the first try of this answer addressed: a retry is the same call (API-11). */
  to?: string | undefined
}

/** The draft in its stored form; parts of another shape are dropped. */
export function draftFrom(stored: string | undefined): AnswerDraft {
  const draft = recordFrom(stored)
  const files = (Array.isArray(draft.files) ? draft.files : []).flatMap((each: unknown) => {
    const { id, name, size } = recordOf(each)
    return typeof id === 'string' && typeof name === 'string' && typeof size === 'number' ? [{ id, name, size }] : []
  })
  const key = textFrom(draft.key)
  const to = textFrom(draft.to)
  return {
    as: draft.as === 'nerd' ? 'nerd' : 'support',
    text: textFrom(draft.text) ?? '',
    files,
    ...(key !== undefined && { key }),
    ...(to !== undefined && { to }),
  }
}

/** The drafts on the screen, by their place. */
const shownDrafts = createValue<ReadonlyMap<string, AnswerDraft>>(new Map())

const storedDraft = (place: string) => draftFrom(localStore.get(place))

/** Puts a draft of the screen in its place, or takes it off. */
function show(place: string, draft: AnswerDraft | undefined): void {
  const drafts = new Map(shownDrafts.get())
  if (draft === undefined) drafts.delete(place)
  else drafts.set(place, draft)
  shownDrafts.set(drafts)
}

/** Changes the draft on the screen, else the stored one: a file may finish while a person types, or after they left. */
function changeDraft(place: string, change: (draft: AnswerDraft) => AnswerDraft): void {
  const shown = shownDrafts.get().get(place)
  const next = change(shown ?? storedDraft(place))
  if (next.text === '' && next.files.length === 0) localStore.remove(place)
  else localStore.set(place, JSON.stringify(next))
  if (shown !== undefined) show(place, next)
}

/** The parts of a draft that its first try sets; another answer begins without them. */
const notBegun = { key: undefined, to: undefined } as const

/** A draft by person and conversation: it outlives reload, sign-out and the choice of another conversation (DESK-04). */
export function useAnswerDraft(person: string, conversation: string) {
  const place = `${wordsPrefix}answer.${person}.${conversation}`
  const first = useMemo(() => storedDraft(place), [place])
  const draft = useSyncExternalStore(shownDrafts.follow, () => shownDrafts.get().get(place)) ?? first
  useEffect(() => {
    show(place, storedDraft(place))
    return () => show(place, undefined)
  }, [place])
  return {
    draft,
    place,
    /** Another answer gets another key. */
    change: (change: Partial<Pick<AnswerDraft, 'as' | 'text'>>) =>
      changeDraft(place, (before) => ({ ...before, ...change, ...notBegun })),
    changeFiles: (change: (files: readonly AddedFile[]) => readonly AddedFile[]) =>
      changeDraft(place, (before) => ({ ...before, files: change(before.files), ...notBegun })),
    /** Stores the key, and the addressed message if the answer is to one, before the answer is sent. */
    begin(message?: string) {
      const { key = crypto.randomUUID(), to = message } = draft
      changeDraft(place, () => ({ ...draft, key, to }))
      const ids = draft.files.map(({ id }) => id)
      const body: AnswerPosting = { as: draft.as, text: draft.text, ...(ids.length > 0 && { files: ids }) }
      return { body, key, to }
    },
    /** Removes a sent answer; words and files of a later one stay. */
    clear: ({ text, files = [] }: AnswerPosting) =>
      changeDraft(place, (before) => ({
        as: before.as,
        text: before.text === text ? '' : before.text,
        files: before.files.filter(({ id }) => !files.includes(id)),
      })),
  }
}
