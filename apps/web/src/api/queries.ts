import type { CallError } from '@nerdify/contract/error-body.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { Order, OrderFilter, OrderPage } from '@nerdify/contract/orders.ts'
import type { LateCredit } from '@nerdify/domain/payments/late-credit.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  notifyManager,
  QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { session } from '../visit/session.ts'
import { isCallError } from '@nerdify/browser/call-error.ts'
import { api } from './client.ts'
import type { FirstDataRequest } from './first-data.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallError
  }
}

/** The keys of the query cache. */
export const queryKeys = {
  me: ['me'] as const,
  balance: ['me', 'balance'] as const,
  marketing: ['me', 'marketing'] as const,
  sessions: ['me', 'sessions'] as const,
  subscriptions: ['subscriptions'] as const,
  nerds: ['me', 'nerds'] as const,
  order: (id: string) => ['order', id] as const,
  orderFiles: (id: string) => ['order', id, 'files'] as const,
  orderHistory: (id: string) => ['order', id, 'history'] as const,
  tipForm: (id: string) => ['order', id, 'tipForm'] as const,
  tipCheck: (id: string) => ['order', id, 'tipCheck'] as const,
  orders: ['orders'] as const,
  ordersOf: (filter: OrderFilter, q = '') =>
    q === '' ? (['orders', filter] as const) : (['orders', filter, q] as const),
  pricing: ['pricing'] as const,
  servicePrices: ['servicePrices'] as const,
  lateCredit: ['lateCredit'] as const,
  unread: ['unread'] as const,
}

/** Retries a transient failure once: no answer, or a server error. A refusal is final. */
const shouldRetry = (failures: number, error: CallError) =>
  failures < 1 && (!isCallError(error) || error.status === 0 || error.status >= 500)

/**
 * Creates the query cache. An answer stays until it is invalidated (CAB-09). Calls are sent even if the browser reports
 * that it is offline, so that they fail with a text; missing answers are refetched once online (EASE-12).
 */
export function createQueryClient(): QueryClient {
  // A click's effect shows before the next click: a double click finds the button busy (ux 32).
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        retry: shouldRetry,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Selects a part of the first answer, if the answer has it. */
type SelectPart<Part> = (data: FirstData) => Part | null | undefined

/**
 * Fills the cache with the parts of the first answer; a query in the meantime waits for it. A missing part, and a retry
 * after a failure, makes its own call.
 */
export function keepFirstData(queryClient: QueryClient, { query, answer }: FirstDataRequest): void {
  const firstAnswerOr = <Part>(select: SelectPart<Part>, fetchPart: () => Promise<Part>) => {
    let isUsed = false
    return async () => {
      if (isUsed) return fetchPart()
      isUsed = true
      return select(await answer) ?? fetchPart()
    }
  }
  const keep = <Part>(queryKey: QueryKey, select: SelectPart<Part>, fetchPart: () => Promise<Part>) =>
    void queryClient.prefetchQuery({ queryKey, queryFn: firstAnswerOr(select, fetchPart) })

  keep(queryKeys.me, ({ client }) => client, api.me)
  keep(queryKeys.unread, ({ unread }) => unread ?? 0, unreadQuery.queryFn)
  if (query.prices !== undefined) {
    keep(queryKeys.pricing, ({ prices }) => prices?.rates, api.pricing)
    keep(queryKeys.servicePrices, ({ prices }) => prices?.services, api.servicePrices)
    keep(queryKeys.lateCredit, ({ prices }) => prices?.late_credit, api.lateCredit)
  }
  const keepPages = <Page>(
    queryKey: QueryKey,
    select: SelectPart<Page>,
    fetchPage: (page: number) => Promise<Page>,
  ) => {
    const queryFn = firstAnswerOr(select, () => fetchPage(0))
    void queryClient.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam: 0 })
  }
  const { order, orders, info, subscriptions } = query
  if (order !== undefined) {
    const fetchPart = () => api.order(order)
    keep(queryKeys.order(order), (data) => data.order, fetchPart)
  }
  if (info !== undefined) {
    keep(queryKeys.marketing, (data) => data.info?.marketing, api.marketingConsent)
    keepPages(queryKeys.balance, (data) => data.info?.balance, api.balance)
  }
  if (subscriptions !== undefined) {
    const fetchSubscriptions = () => api.subscriptions(session.clientId() ?? '')
    keep(queryKeys.subscriptions, (data) => data.subscriptions, fetchSubscriptions)
  }
  if (orders !== undefined) {
    const fetchPage = (page: number) => api.orders(page, orders)
    keepPages(queryKeys.ordersOf(orders), (data) => data.orders, fetchPage)
  }
}

/** Age from which an answer may be stale; a slow phone takes that long for its first screen. */
const staleAfterMs = 10_000

/** Refetches at each visit of a screen, unless its only answer so far is still fresh. */
export const refetchOnEachVisit = ({ state }: { state: { dataUpdateCount: number; dataUpdatedAt: number } }) =>
  state.dataUpdateCount === 1 && Date.now() - state.dataUpdatedAt < staleAfterMs ? false : 'always'

/**
 * The signed-in client, refetched at each visit, for screens whose amounts change elsewhere: by a payment, a coupon or
 * a friend.
 */
export const useFreshMe = () =>
  useQuery({ queryKey: queryKeys.me, queryFn: api.me, refetchOnMount: refetchOnEachVisit })

/** The signed-in client; refetched only if missing or invalidated (CAB-09). */
export const useMe = () => useQuery({ queryKey: queryKeys.me, queryFn: api.me })

const nextPage = ({ page, pages }: { page: number; pages: number }) => (page + 1 < pages ? page + 1 : undefined)

/** Changes of the balance, newest first, page by page (INFO-04); refetched at each visit. */
export function useBalanceHistory() {
  return useInfiniteQuery({
    queryKey: queryKeys.balance,
    queryFn: ({ pageParam }) => api.balance(pageParam),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    refetchOnMount: refetchOnEachVisit,
  })
}

/** The Nerds whom the client may prefer (SRV-05); requested only if the plan offers it. */
export const useMyNerds = ({ isOffered }: { isOffered: boolean }) =>
  useQuery({ queryKey: queryKeys.nerds, queryFn: api.myNerds, enabled: isOffered })

type OrderOptions = Pick<
  UseQueryOptions<Order>,
  'enabled' | 'refetchOnMount' | 'refetchOnWindowFocus' | 'placeholderData'
>

/** One order by its id; the error is 404 for another client's order (AUTH-19). */
export const useOrder = (id: string, options?: OrderOptions) =>
  useQuery({ queryKey: queryKeys.order(id), queryFn: () => api.order(id), ...options })

/** The price table (PRICE-04). */
export const usePricing = () => useQuery({ queryKey: queryKeys.pricing, queryFn: api.pricing })

/** The prices of the extra services (SRV-02). */
export const useServicePrices = () => useQuery({ queryKey: queryKeys.servicePrices, queryFn: api.servicePrices })

/** The credit for late work (WAIT-05); no steps if nothing is promised, or until it loads. */
export function useLateCredit(): LateCredit {
  return useQuery({ queryKey: queryKeys.lateCredit, queryFn: api.lateCredit }).data?.steps ?? []
}

/** A longer list is not refetched as a whole when the tab becomes visible. */
const maxRefetchedPages = 3

/** Query options of a client's orders, newest first, page by page (CAB-01); `q` filters by words (CAB-12). */
export const listOptions = (filter: OrderFilter, q = '') =>
  infiniteQueryOptions({
    queryKey: queryKeys.ordersOf(filter, q),
    queryFn: ({ pageParam }) => api.orders(pageParam, filter, q),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    select: ordersOfPages,
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) <= maxRefetchedPages ? 'always' : false),
  })

/**
 * A client's orders; `data` joins the pages into one list. Until it loads, the previous filter's orders stay (EASE-02).
 */
export const useOrders = (filter: OrderFilter, q = '') =>
  useInfiniteQuery({ ...listOptions(filter, q), placeholderData: keepPreviousData })

export interface OrderList {
  orders: readonly Order[]
  total: number
  /** The order that the cabinet asks to rate (STATE-13). */
  toRate: Order | undefined
  /** Orders without a price, which are in no list (STATE-16). */
  toContinue: readonly Order[]
}

/** The orders of all pages, each once: a new order shifts the pages, so two pages may have the same order. */
export function ordersOfPages({ pages }: InfiniteData<OrderPage, number>): OrderList {
  const byId = new Map<string, Order>()
  for (const page of pages) for (const order of page.results) if (!byId.has(order._id)) byId.set(order._id, order)
  const toRate = pages[0]?.to_rate
  return {
    orders: [...byId.values()],
    total: pages.at(-1)?.total ?? 0,
    toRate: toRate?.isCanShowRating === true && !toRate.isReviewShownOnClient ? toRate : undefined,
    toContinue: pages[0]?.to_continue ?? [],
  }
}

type StoredList = InfiniteData<OrderPage, number>

/** The orders of all cached lists; an order may be in several lists. */
const listedOrders = (queryClient: QueryClient): Order[] =>
  queryClient
    .getQueriesData<StoredList>({ queryKey: queryKeys.orders })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.results) ?? [])

/** A cached order, from its own key or a list. */
export function storedOrder(queryClient: QueryClient, id: string): Order | undefined {
  const listed = listedOrders(queryClient)
  const stored = queryClient.getQueryData<Order>(queryKeys.order(id))
  const versions = [...(stored === undefined ? [] : [stored]), ...listed.filter(({ _id }) => _id === id)]
  return versions.toSorted((a, b) => b.version - a.version)[0]
}

/**
 * Replaces the cached order with a newer answer (FLOW-18, CAB-09), under its own key and in each list; an answer with
 * an older `version` is a no-op. Only the lists that the order joins are refetched, now or when they open; all others
 * stay, however long they are (CAB-08). An order that moves between the lists invalidates the client's counts.
 */
export function storeOrder(queryClient: QueryClient, order: Order): void {
  const key = queryKeys.order(order._id)
  const before = storedOrder(queryClient, order._id)
  const stored = queryClient.getQueryData<Order>(key)
  if (stored !== undefined && stored.version > order.version) return
  // A read in flight may answer with the older state.
  void queryClient.cancelQueries({ queryKey: key, exact: true })
  queryClient.setQueryData(key, order)

  if (!order.isCanShowRating) void replaceToRate(queryClient, order._id)
  for (const list of queryClient.getQueryCache().findAll({ queryKey: queryKeys.orders })) {
    const update = () => updateList(queryClient, list.queryKey, { order, before })
    update()
    // A list's read may do so too; it is not canceled, because it may read the next page.
    if (list.state.fetchStatus === 'fetching') list.promise?.then(update, () => undefined)
  }
  // An unknown order: the first page of each list has it (STATE-16).
  if (before === undefined && order.isToContinue) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.orders })
  }
  const isMoved = before?.lists.join() !== order.lists.join()
  if (isMoved) void queryClient.invalidateQueries({ queryKey: queryKeys.me })
}

/** The lists that ask to rate an order. */
const listsPrompting = (queryClient: QueryClient, orderId: string) =>
  queryClient
    .getQueriesData<StoredList>({ queryKey: queryKeys.orders })
    .filter(([, list]) => list?.pages[0]?.to_rate?._id === orderId)

/**
 * Replaces the order to rate in the lists once it can no longer be rated, without a gap (STATE-13). If the request
 * fails, no prompt shows until a list is refetched.
 */
async function replaceToRate(queryClient: QueryClient, orderId: string): Promise<void> {
  if (listsPrompting(queryClient, orderId).length === 0) return
  const next = await api.orders(0, 'active').then(
    ({ to_rate }) => to_rate,
    () => null,
  )
  for (const [queryKey] of listsPrompting(queryClient, orderId)) {
    queryClient.setQueryData<StoredList>(queryKey, (list) =>
      list === undefined ? list : { ...list, pages: list.pages.map((page) => ({ ...page, to_rate: next })) },
    )
  }
}

/** Updates a list for a changed order: replaces it, removes it, or refetches the list. */
function updateList(
  queryClient: QueryClient,
  queryKey: QueryKey,
  { order, before }: { order: Order; before: Order | undefined },
): void {
  const list = queryClient.getQueryData<StoredList>(queryKey)
  if (list === undefined) return
  const [, filter, q] = queryKey as ReturnType<typeof queryKeys.ordersOf>
  const belongs = order.lists.includes(filter)
  const listed = list.pages.flatMap(({ results }) => results).find(({ _id }) => _id === order._id)
  if (listed !== undefined && listed.version > order.version) return

  const last = list.pages.at(-1)
  const hasMore = last !== undefined && last.page + 1 < last.pages
  const isFurtherDown = hasMore && before?.lists.includes(filter) === true
  const updated = (item: Order) => (item._id === order._id && item.version <= order.version ? order : item)
  // The prompt of a rated order stays until the next order to rate is known.
  const updatedPrompt = (item: Order) => (order.isCanShowRating ? updated(item) : item)
  const pages = list.pages.map((page) => ({
    ...page,
    to_rate: page.to_rate && updatedPrompt(page.to_rate),
    to_continue: page.to_continue.map(updated).filter(({ isToContinue }) => isToContinue),
  }))
  queryClient.setQueryData<StoredList>(queryKey, {
    ...list,
    pages:
      listed !== undefined && !belongs
        ? withoutOrder(pages, order._id, hasMore)
        : pages.map((page) => ({ ...page, results: page.results.map(updated) })),
  })
  // Last, because a write marks the list as fresh. Only the server knows which orders match a search.
  if (belongs && q === undefined && listed === undefined && !isFurtherDown) {
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

/** The pages without an order. Orders not loaded yet move up by one, so the next read repeats the last page. */
const withoutOrder = (pages: readonly OrderPage[], id: string, hasMore: boolean): OrderPage[] =>
  pages.map((page, index) => ({
    ...page,
    results: page.results.filter(({ _id }) => _id !== id),
    total: page.total - 1,
    page: hasMore && index === pages.length - 1 ? Math.min(page.page, index - 1) : page.page,
  }))

/** The unread messages; requested if no first data brought them, as after a sign-in by code (TALK-02). */
export const unreadQuery = {
  queryKey: queryKeys.unread,
  queryFn: () => api.firstData({}).then(({ unread }) => unread ?? 0),
}

/** Unread messages for the menu; 0 until the count loads. */
export const useUnread = (): number => useQuery(unreadQuery).data ?? 0
