import { tabStore } from '@nerdify/browser/browser-storage.ts'
import { recordFrom, recordOf, textFrom } from '@nerdify/browser/kept-values.ts'
import { useRef, useState } from 'react'
import { wordsPrefix } from './stored-words.ts'

/** Texts by the names of their fields or cells. */
export type Cells = Readonly<Record<string, string>>

/** A checked box as the text of a cell; an unchecked one is empty. */
export const checked = 'yes'

/** What is in force, as texts, and its version. */
export interface InForce {
  version: string
  cells: Cells
}

/** What a person typed over what is in force. */
export interface Edit {
  /** Only what differs from the cells in force. */
  typed: Cells
  /** The version that the first change started from; undefined: the one in force. */
  version?: string | undefined
  /** The idempotency key of a save of exactly this (API-11). */
  key?: string | undefined
}

/** What a save is sent with. */
export interface EditStart {
  version: string
  key: string
}

const noEdit: Edit = { typed: {} }

/** An edit in its stored form; parts of another shape are left out. */
export function editFrom(stored: string | undefined): Edit {
  const { typed, version, key } = recordFrom(stored)
  const texts = Object.entries(recordOf(typed)).filter((cell): cell is [string, string] => typeof cell[1] === 'string')
  return { typed: Object.fromEntries(texts), version: textFrom(version), key: textFrom(key) }
}

/** The edit after somebody typed `value` into a cell. */
export function editWith({ typed, version }: Edit, inForce: InForce, [cell, value]: [string, string]): Edit {
  const { [cell]: _, ...others } = typed
  const next = value === (inForce.cells[cell] ?? '') ? others : { ...others, [cell]: value }
  return Object.keys(next).length === 0 ? noEdit : { typed: next, version: version ?? inForce.version }
}

/** The edit after `sent` was saved over the cells `before`: what was typed since, over the version now in force. */
export function editAfterSave({ typed }: Edit, sent: Cells, before: Cells): Edit {
  const undone = Object.keys(sent).filter((cell) => typed[cell] === undefined)
  const changed = Object.entries(typed).filter(([cell, value]) => value !== sent[cell])
  return {
    typed: { ...Object.fromEntries(undone.map((cell) => [cell, before[cell] ?? ''])), ...Object.fromEntries(changed) },
  }
}

/**
 * The typed changes of something that staff edit in place, with the version that they started from (DESK-05). They
 * outlive a reload and a session that ended; `place` names the person and the thing.
 */
export function useEdit(place: string, inForce: InForce) {
  const storageKey = `${wordsPrefix}edit.${place}`
  const [edit, setEdit] = useState(() => editFrom(tabStore.get(storageKey)))
  // What is typed while a save is under way is newer than the render whose button sent it.
  const latest = useRef(edit)
  const keep = (next: Edit) => {
    latest.current = next
    setEdit(next)
    if (Object.keys(next.typed).length === 0) tabStore.remove(storageKey)
    else tabStore.set(storageKey, JSON.stringify(next))
  }
  return {
    typed: edit.typed,
    /** The version that the typed words started from; the one in force if there are none. */
    version: edit.version ?? inForce.version,
    /** The version of a press without an answer, which the next press repeats. */
    pressed: edit.key === undefined ? undefined : edit.version,
    hasTyped: Object.keys(edit.typed).length > 0,
    /** What the cell shows. */
    value: (cell: string): string => edit.typed[cell] ?? inForce.cells[cell] ?? '',
    /** The value in force of a changed cell. */
    before: (cell: string): string | undefined =>
      edit.typed[cell] === undefined ? undefined : (inForce.cells[cell] ?? ''),
    type: (cell: string, value: string) => keep(editWith(latest.current, inForce, [cell, value])),
    /**
     * Stores version and key before a save, and returns them to be sent; a repeat has the version of the first press,
     * because a key belongs to one body (API-11).
     */
    begin(shown: string = edit.version ?? inForce.version): EditStart {
      const { typed, version = shown, key } = latest.current
      const start = key === undefined ? { version: shown, key: crypto.randomUUID() } : { version, key }
      keep({ typed, ...start })
      return start
    },
    /** Continues from the version in force, after the person saw that it changed. */
    rebase: () => keep({ typed: latest.current.typed }),
    /** Drops what this render's press sent, and keeps what was typed since. */
    saved: () => keep(editAfterSave(latest.current, edit.typed, inForce.cells)),
    clear: () => keep(noEdit),
  }
}
