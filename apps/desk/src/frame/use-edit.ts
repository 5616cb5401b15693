import { tabStore } from '@nerdify/browser/browser-storage.ts'
import { recordFrom, recordOf, textFrom } from '@nerdify/browser/kept-values.ts'
import { useRef, useState } from 'react'
import { wordsPrefix } from './stored-words.ts'

/** Texts by the names of their fields or cells. */
export type Cells = Readonly<Record<string, string>>

/** A checked box as the text of a cell; an unchecked one is empty. */
export const checked = 'yes'

/** The stored values as texts, and their version. */
export interface StoredCells {
  version: string
  cells: Cells
}

/** A person's unsaved changes of the stored values. */
export interface Edit {
  /** Only cells that differ from the stored ones. */
  typed: Cells
  /** The version that the first change is based on; undefined for the stored version. */
  version?: string | undefined
  /** The idempotency key of a save of exactly these cells (API-11). */
  key?: string | undefined
}

/** The version and the idempotency key of a save. */
export interface EditStart {
  version: string
  key: string
}

const noEdit: Edit = { typed: {} }

/** Parses an edit from this tab's storage; malformed parts are dropped. */
export function editFrom(stored: string | undefined): Edit {
  const { typed, version, key } = recordFrom(stored)
  const texts = Object.entries(recordOf(typed)).filter((cell): cell is [string, string] => typeof cell[1] === 'string')
  return { typed: Object.fromEntries(texts), version: textFrom(version), key: textFrom(key) }
}

/** The edit after `value` was typed into a cell. */
export function editWith({ typed, version }: Edit, stored: StoredCells, [cell, value]: [string, string]): Edit {
  const { [cell]: _, ...others } = typed
  const next = value === (stored.cells[cell] ?? '') ? others : { ...others, [cell]: value }
  return Object.keys(next).length === 0 ? noEdit : { typed: next, version: version ?? stored.version }
}

/** The edit after `sent` was saved over the cells `before`: the changes since then, based on the stored version. */
export function editAfterSave({ typed }: Edit, sent: Cells, before: Cells): Edit {
  const undone = Object.keys(sent).filter((cell) => typed[cell] === undefined)
  const changed = Object.entries(typed).filter(([cell, value]) => value !== sent[cell])
  return {
    typed: { ...Object.fromEntries(undone.map((cell) => [cell, before[cell] ?? ''])), ...Object.fromEntries(changed) },
  }
}

/**
 * Staff's unsaved changes of a row that they edit in place, with the version that they are based on (DESK-05). They
 * outlive a reload and an ended session; `place` names the person and the row.
 */
export function useEdit(place: string, stored: StoredCells) {
  const storageKey = `${wordsPrefix}edit.${place}`
  const [edit, setEdit] = useState(() => editFrom(tabStore.get(storageKey)))
  // Text typed during a save is newer than the render whose button sent it.
  const latest = useRef(edit)
  const keep = (next: Edit) => {
    latest.current = next
    setEdit(next)
    if (Object.keys(next.typed).length === 0) tabStore.remove(storageKey)
    else tabStore.set(storageKey, JSON.stringify(next))
  }
  return {
    typed: edit.typed,
    /** The version that the changes are based on; the stored version without changes. */
    version: edit.version ?? stored.version,
    /** The version of an unanswered save, which the next press repeats. */
    pressed: edit.key === undefined ? undefined : edit.version,
    hasTyped: Object.keys(edit.typed).length > 0,
    /** The cell's shown text. */
    value: (cell: string): string => edit.typed[cell] ?? stored.cells[cell] ?? '',
    /** The stored value of a changed cell. */
    before: (cell: string): string | undefined =>
      edit.typed[cell] === undefined ? undefined : (stored.cells[cell] ?? ''),
    type: (cell: string, value: string) => keep(editWith(latest.current, stored, [cell, value])),
    /**
     * Stores version and key before a save, and returns them to be sent; a repeat has the version of the first press,
     * because a key belongs to one body (API-11).
     */
    begin(shown: string = edit.version ?? stored.version): EditStart {
      const { typed, version = shown, key } = latest.current
      const start = key === undefined ? { version: shown, key: crypto.randomUUID() } : { version, key }
      keep({ typed, ...start })
      return start
    },
    /** Bases the changes on the stored version, after the person saw that it changed. */
    rebase: () => keep({ typed: latest.current.typed }),
    /** Drops the changes that this render's press sent, and keeps later ones. */
    saved: () => keep(editAfterSave(latest.current, edit.typed, stored.cells)),
    clear: () => keep(noEdit),
  }
}
