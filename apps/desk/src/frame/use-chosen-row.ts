import { createValue } from '@nerdify/browser/listeners.ts'
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** The keys of the shown rows, and the choice with its place among them. */
interface Shown {
  keys: readonly string[]
  choice?: { key: string; index: number } | undefined
}

const isGone = ({ keys, choice }: Shown): boolean =>
  choice !== undefined && keys.length > 0 && !keys.includes(choice.key)

/** The chosen row: the choice, or where it left the list, the row that took its place; the first without a choice. */
function chosenOf({ keys, choice }: Shown): string | undefined {
  if (choice === undefined) return keys[0]
  return isGone({ keys, choice }) ? keys[Math.min(choice.index, keys.length - 1)] : choice.key
}

function createChosenRow(table: RefObject<HTMLElement | null>) {
  let shown: Shown = { keys: [] }
  const chosen = createValue<string | undefined>(undefined)
  const show = (next: Shown) => {
    shown = next
    chosen.set(chosenOf(next))
  }
  /** The chosen row's element when it, or a control in it, had the focus. */
  let focused: HTMLElement | null | undefined
  const find = (key: string) => table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
  const focus = (key: string) => find(key)?.focus()
  return {
    follow: chosen.follow,
    chosen: chosen.get,
    isGone: () => isGone(shown),
    showKeys(keys: readonly string[]) {
      if (keys.length !== shown.keys.length || keys.some((key, nth) => key !== shown.keys[nth]))
        show({ ...shown, keys })
    },
    choose(key: string) {
      focused = find(key)
      show({ keys: shown.keys, choice: { key, index: shown.keys.indexOf(key) } })
    },
    /** Returns the focus to the chosen row after it has moved to another band, where it is another element. */
    keepFocus() {
      if (focused == null || focused.isConnected) return
      focused = shown.choice && find(shown.choice.key)
      if (document.activeElement === document.body) focused?.focus({ preventScroll: true })
    },
    /** Chooses the next or previous row, if there is one; the first press chooses the first row. */
    move(step: 1 | -1): boolean {
      const hasFocus = table.current?.contains(document.activeElement) === true
      const key = chosen.get()
      const at = key === undefined ? -1 : shown.keys.indexOf(key)
      const next = shown.keys[hasFocus || shown.choice !== undefined ? at + step : Math.max(0, at)]
      if (next !== undefined) focus(next)
      return next !== undefined
    },
    isLast: () => chosen.get() === shown.keys.at(-1),
    /** Chooses the next of some rows, if there is one, after the chosen one, from the top again behind the last. */
    moveTo(isWanted: (key: string) => boolean): boolean {
      const at = shown.keys.indexOf(chosen.get() ?? '')
      const next = [...shown.keys.slice(at + 1), ...shown.keys.slice(0, at + 1)].find(isWanted)
      if (next !== undefined) focus(next)
      return next !== undefined
    },
  }
}

export type ChosenRow = ReturnType<typeof createChosenRow>

/**
 * The chosen row of a live list, by its key (DESK-01): rows that come, go or move leave the choice on its row. If the
 * row itself left, the next row is chosen, until the person chooses. It is no state of the list, so that a key that moves
 * the choice renders only two rows (DESK-08).
 */
export function useChosenRow(table: RefObject<HTMLElement | null>, keys: readonly string[]): ChosenRow {
  const [rows] = useState(() => createChosenRow(table))
  useLayoutEffect(() => {
    rows.showKeys(keys)
    rows.keepFocus()
  })
  return rows
}

/** Whether a row is the chosen one. */
export const useIsChosen = (rows: ChosenRow, key: string): boolean =>
  useSyncExternalStore(rows.follow, () => rows.chosen() === key)

/** Whether the row of the choice left the list, so that the next one is chosen. */
export const useIsMoved = (rows: ChosenRow): boolean => useSyncExternalStore(rows.follow, rows.isGone)
