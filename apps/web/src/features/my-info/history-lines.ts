import type { BalanceChange, BalancePage } from '@nerdify/contract/client.ts'

/** Number of history lines before the first "more". */
export const firstLines = 5
/** Number of further lines per click. */
export const moreLines = 20

/**
 * The `wanted` newest lines of the history, the number of older ones, and whether some wanted lines are not loaded yet.
 */
export function shownLines(history: { pages: readonly BalancePage[] } | undefined, wanted: number) {
  const pages = history?.pages ?? []
  // A new change shifts the pages, so two pages may have the same line.
  const known = new Map<string, BalanceChange>(pages.flatMap(({ results }) => results.map((line) => [line.id, line])))
  const lines = [...known.values()].slice(0, wanted)
  const left = Math.max(0, (pages.at(-1)?.total ?? 0) - lines.length)
  return { lines, left, isMissing: left > 0 && lines.length < wanted }
}
