import { type RefObject, useState } from 'react'

/**
 * The chosen row of a live list, by its key (DESK-01): rows that come, go or move leave the choice on its row. If the
 * row itself left, the next one is chosen and `isMoved` says so, until somebody chooses.
 */
export function useChosenRow(table: RefObject<HTMLElement | null>, keys: readonly string[]) {
  const [choice, setChoice] = useState<{ key: string; index: number }>()
  const isMoved = choice !== undefined && keys.length > 0 && !keys.includes(choice.key)
  const chosen = isMoved ? keys[Math.min(choice.index, keys.length - 1)] : (choice?.key ?? keys[0])
  const choose = (key: string) => setChoice({ key, index: keys.indexOf(key) })
  const focus = (key: string) => {
    const row = [...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === key,
    )
    row?.focus()
  }
  return {
    chosen,
    choose,
    isMoved,
    /** Chooses the next or previous row; the first press chooses the first row. */
    move(step: 1 | -1) {
      const hasFocus = table.current?.contains(document.activeElement) === true
      const at = chosen === undefined ? -1 : keys.indexOf(chosen)
      const next = keys[hasFocus || choice !== undefined ? at + step : Math.max(0, at)]
      if (next !== undefined) focus(next)
    },
  }
}
