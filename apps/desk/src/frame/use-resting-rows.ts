import { useMemo, useState } from 'react'

interface LiveRows<Row> {
  rows: readonly Row[]
  /** The instant of the rows' bands, in epoch milliseconds (UTC). */
  now: number
  /** The query that the rows answer. */
  search: string
}

/**
 * The rows of a live list, which rest in their places while the pointer is over them, so that no press hits another row
 * (DESK-01). Their content stays live; new and removed rows show once the pointer leaves. `keyOf` is stable.
 */
export function useRestingRows<Row>(
  { rows, now, search }: LiveRows<Row>,
  { keyOf, isCurrent }: { keyOf: (row: Row) => string; isCurrent: boolean },
) {
  const [hold, setHold] = useState<LiveRows<Row>>()
  // Another filter shows its rows at once, which then rest.
  if (hold !== undefined && hold.search !== search && isCurrent) setHold({ rows, now, search })
  const held = hold?.search === search ? hold : undefined
  const shown = useMemo(() => {
    if (held === undefined) return rows
    const latest = new Map(rows.map((row) => [keyOf(row), row]))
    const places = new Set(held.rows.map(keyOf))
    const lastAt = rows.findLastIndex((row) => places.has(keyOf(row)))
    // Rows below the last one, such as a next page, move no row.
    return [...held.rows.map((row) => latest.get(keyOf(row)) ?? row), ...rows.slice(lastAt + 1)]
  }, [held, rows, keyOf])
  return {
    rows: shown,
    bandsAt: held?.now ?? now,
    /** Whether rows were added, removed or moved since. */
    isBehind: shown.length !== rows.length || shown.some((row, index) => row !== rows[index]),
    area: {
      // Not at pointer entry: on return to the queue the rows appear under a still pointer, and must show the changes.
      onPointerMove() {
        if (hold === undefined) setHold({ rows, now, search })
      },
      onPointerLeave: () => setHold(undefined),
    },
  }
}
