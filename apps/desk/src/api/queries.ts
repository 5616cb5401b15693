import { localStore } from '@nerdify/browser/browser-storage.ts'
import { isCallError } from '@nerdify/browser/call-error.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { QueueEntry, QueuePage, QueueQuery } from '@nerdify/contract/queue.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { api } from './client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/** A person with a session, or why there is none. */
export type Visitor = OperatorAnswer | 'signed out' | 'session ended'

const markKey = 'desk.session'

/**
 * Whether this browser had a session: scripts cannot read its cookie, and a call without one logs an error in the
 * console.
 */
const sessionMark = {
  isSet: (): boolean => localStore.get(markKey) !== undefined,
  set: (): void => localStore.set(markKey, '1'),
  remove: (): void => localStore.remove(markKey),
}

/** The keys of the query cache. */
export const queryKeys = {
  visitor: ['visitor'] as const,
  queue: ['queue'] as const,
  queueOf: (query: QueueQuery) => ['queue', query] as const,
  queueCounts: ['queue', 'counts'] as const,
  order: (idOrNumber: string) => ['order', idOrNumber] as const,
  orderFiles: (id: string) => ['order files', id] as const,
  client: (id: string) => ['client', id] as const,
  clientOrders: (id: string) => ['client orders', id] as const,
  nerds: ['nerds'] as const,
}

/** Retries failures that may be transient: no answer, or a failure of the server. A refusal is final. */
const shouldRetry = (failures: number, error: CallError) =>
  failures < 1 && (!isCallError(error) || error.status === 0 || error.status >= 500)

/** The query cache. A call refused because the session ended shows the sign-in (OPS-15). */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!isCallError(error) || error.status !== 401) return
    sessionMark.remove()
    client.setQueryData<Visitor>(queryKeys.visitor, 'session ended')
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: shouldRetry, retryDelay: 500, refetchOnReconnect: true },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** Removes the cached answers of the last visitor. */
const removeAnswers = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.visitor[0] })

/** Shows another visitor's desk. */
export function changeVisitor(client: QueryClient, visitor: Visitor): void {
  if (typeof visitor === 'string') sessionMark.remove()
  else sessionMark.set()
  removeAnswers(client)
  client.setQueryData<Visitor>(queryKeys.visitor, visitor)
}

/** An answer that arrived this shortly before its screen is not read again, in ms. */
const freshMs = 5_000

const visitorOptions = queryOptions({
  queryKey: queryKeys.visitor,
  staleTime: freshMs,
  async queryFn({ client, queryKey }): Promise<Visitor> {
    const before = client.getQueryData<Visitor>(queryKey)
    const isKnown = before !== undefined && before !== 'signed out'
    if (!sessionMark.isSet()) return isKnown ? 'session ended' : 'signed out'
    try {
      const me = await api.me()
      // Another person may have signed in from another tab (DESK-07).
      if (before !== undefined && (typeof before === 'string' || before.id !== me.id)) removeAnswers(client)
      return me
    } catch (thrown) {
      if (!isCallError(thrown) || thrown.status !== 401) throw thrown
      sessionMark.remove()
      return 'session ended'
    }
  },
})

/** The person in this browser; read again when its tab shows, because a link may have signed in another tab. */
export const useVisitor = () => useQuery({ ...visitorOptions, refetchOnWindowFocus: 'always' })

/** The polling interval of a live screen besides its changes, in ms: time alone makes a wait late (DESK-01). */
export const livePauseMs = 60_000

/** A slice of a list, and the cursor of the next one; null at the end. */
interface Slice<Row> {
  results: Row[]
  next: string | null
}

/** The rows of a list, slice by slice; `read` gets no cursor for the first slice. */
export const rowsOf = <Row>(queryKey: QueryKey, read: (from: { cursor?: string }) => Promise<Slice<Row>>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ results }) => results),
  })

const entriesOf = ({ pages }: InfiniteData<QueuePage>) => {
  const last = pages.at(-1)
  return { entries: pages.flatMap(({ results }) => results), total: last?.total ?? 0, counts: last?.counts ?? [] }
}

/** The number of all waits for staff and Nerds. */
const countsOf = ({ counts, conversations }: QueuePage) => ({
  waits: counts.reduce((sum, { open }) => sum + open, 0),
  conversations,
})

const queueOptions = (query: QueueQuery) =>
  infiniteQueryOptions({
    queryKey: queryKeys.queueOf(query),
    async queryFn({ pageParam, client }) {
      const page = await api.queue({ ...query, ...(pageParam !== null && { cursor: pageParam }) })
      client.setQueryData(queryKeys.queueCounts, countsOf(page))
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: freshMs,
  })

/** Reads the person, and the queue if its screen shows first, before the first render (DESK-08). */
export function prefetchDesk(client: QueryClient, query: QueueQuery | undefined): void {
  void client.prefetchQuery(visitorOptions)
  if (query !== undefined && sessionMark.isSet()) void client.prefetchInfiniteQuery(queueOptions(query))
}

/**
 * The waits, earliest due first (DESK-01). The last answer stays until the next filter's arrives; a resting queue is
 * only read from the cache.
 */
export const useQueue = (query: QueueQuery, { isResting = false } = {}) =>
  useInfiniteQuery({
    ...queueOptions(query),
    select: entriesOf,
    enabled: !isResting,
    placeholderData: keepPreviousData,
    refetchInterval: livePauseMs,
    refetchOnWindowFocus: 'always',
  })

/** The counts of waits, for every screen: part of the queue's own answers, else read once a minute. */
export const useQueueCounts = ({ isQueue }: { isQueue: boolean }) =>
  useQuery({
    queryKey: queryKeys.queueCounts,
    queryFn: async () => countsOf(await api.queue({})),
    enabled: !isQueue,
    staleTime: livePauseMs,
    refetchInterval: livePauseMs,
  })

/** Names a row of the queue: an order may have several waits. */
export const rowKey = ({ kind, id }: QueueEntry): string => `${kind} ${id}`
