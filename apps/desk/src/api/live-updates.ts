import { followWhileVisible } from '@nerdify/browser/follow-stream.ts'
import { createValue } from '@nerdify/browser/listeners.ts'
import { renewQueries } from '@nerdify/browser/renew-queries.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { othersPages, shownPage } from './open-pages.ts'
import { queryKeys } from './queries.ts'

/** The last message of this page, to resume when it shows again. */
const lastId = createValue<string | undefined>(undefined)

/**
 * Refetches the visible data when it changes, while the page is visible (DESK-01). The stream names the shown page, so
 * another page opens a new stream, which continues after the last message of the old one (DESK-07).
 */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient()
  const page = useSyncExternalStore(shownPage.follow, shownPage.get)
  useEffect(() => {
    const refresh = oneAtATime((subjects) =>
      renewQueries(queryClient, { type: 'active', predicate: (query) => shows(query, subjects) }),
    )
    return followWhileVisible({
      open: (from, signal) => open(queryClient, { page, from }, signal),
      lastId,
      on: { changed: refresh, open: othersPages.set },
      reload: () => void refresh([everything]),
    })
  }, [queryClient, page])
}

/** The subject of a change that may be about anything. */
const everything = 'everything'
/** Lists and threads, which any change may affect. */
const lists: readonly unknown[] = ['queue', 'conversations', 'conversation', 'contact']
/** The word for a subject in the log, by the first part of the keys of queries that show one. */
const pages: Readonly<Record<string, string>> = {
  order: 'order',
  'order files': 'order',
  client: 'client',
  nerd: 'nerd',
  coupon: 'discount',
}
/** Lists that only some subjects affect, with the words for these subjects. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  replies: ['reply'],
  prices: ['pricing', 'services', 'late_credit'],
  coupons: ['discount'],
  register: ['nerd'],
  staff: ['staff'],
  visitor: ['staff'],
}

/** Whether a query shows one of the subjects, which have their names in the log: "order {id}". */
export function shows({ queryKey: [name, address], state }: Query, subjects: ReadonlySet<string>): boolean {
  // Polled each minute: most screens show no other part of the queue.
  if (name === 'queue' && address === 'counts') return false
  if (lists.includes(name)) return true
  const words = kinds[String(name)]
  if (words) return [...subjects].some((each) => each === everything || words.includes(each.split(' ')[0] as string))
  const word = pages[String(name)]
  if (word === undefined) return false
  // An order's address may be its number.
  const { id = address } = (state.data ?? {}) as { id?: unknown }
  return subjects.has(everything) || subjects.has(`${word} ${String(id)}`)
}

/** Collects subjects while `run` is busy, so that it never runs twice at once. */
export function oneAtATime(run: (subjects: ReadonlySet<string>) => Promise<unknown>) {
  let waiting = new Set<string>()
  let isRunning = false
  return async (subjects: readonly string[]): Promise<void> => {
    for (const subject of subjects) waiting.add(subject)
    if (isRunning) return
    isRunning = true
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Set()
      await run(batch).catch(() => undefined)
    }
    isRunning = false
  }
}

async function open(
  queryClient: QueryClient,
  { page, from }: { page: string | undefined; from: string | undefined },
  signal: AbortSignal,
): Promise<Response> {
  const query = page === undefined ? '' : `?${new URLSearchParams({ page })}`
  const response = await fetch(`${opsPaths.stream()}${query}`, {
    cache: 'no-store',
    signal,
    headers: { accept: 'text/event-stream', ...(from !== undefined && { 'last-event-id': from }) },
  })
  if (response.status === 401) void queryClient.invalidateQueries({ queryKey: queryKeys.visitor })
  return response
}
