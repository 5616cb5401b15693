import type { BalanceChange, BalancePage } from '@nerdify/contract/client.ts'

/** Lines of the balance's history that show before somebody asks for more. */
export const firstLines = 5
/** Lines that come with each press. */
export const moreLines = 20

/**
 * The lines of the history to show, newest first, when so many are wanted; how many are left after them, and whether
 * some of the wanted ones are yet to be read.
 */
export function shownLines(history: { pages: readonly BalancePage[] } | undefined, wanted: number) {
  const pages = history?.pages ?? []
  // A change meanwhile shifts the pages, so a line may stand on two of them.
  const known = new Map<string, BalanceChange>(pages.flatMap(({ results }) => results.map((line) => [line.id, line])))
  const lines = [...known.values()].slice(0, wanted)
  const left = Math.max(0, (pages.at(-1)?.total ?? 0) - lines.length)
  return { lines, left, isMissing: left > 0 && lines.length < wanted }
}
