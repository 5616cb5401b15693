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

/** Retries failures that may pass: no answer, or a failure of the server. A refusal is final. */
const mayHeal = (failures: number, error: CallError) =>
  failures < 1 && (!isCallError(error) || error.status === 0 || error.status >= 500)

/**
 * The query cache. An answer stays until it is invalidated (CAB-09). A call goes out also when the browser believes to
 * be offline, so that it fails in words; missing answers are refetched online (EASE-12).
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
        retry: mayHeal,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A part of the first answer, if it has it. */
type PartOf<Part> = (data: FirstData) => Part | null | undefined

/**
 * Fills the cache with the parts of the first answer: a query in the meantime waits for it. A part that is missing, and
 * a retry after a failure, has its own call.
 */
export function keepFirstData(queryClient: QueryClient, { wanted, answer }: FirstDataRequest): void {
  const firstly = <Part>(partOf: PartOf<Part>, alone: () => Promise<Part>) => {
    let isTaken = false
    return async () => {
      if (isTaken) return alone()
      isTaken = true
      return partOf(await answer) ?? alone()
    }
  }
  const keep = <Part>(queryKey: QueryKey, partOf: PartOf<Part>, alone: () => Promise<Part>) =>
    void queryClient.prefetchQuery({ queryKey, queryFn: firstly(partOf, alone) })

  keep(queryKeys.me, ({ client }) => client, api.me)
  keep(
    queryKeys.unread,
    ({ unread }) => unread,
    async () => 0,
  )
  if (wanted.prices !== undefined) {
    keep(queryKeys.pricing, ({ prices }) => prices?.rates, api.pricing)
    keep(queryKeys.servicePrices, ({ prices }) => prices?.services, api.servicePrices)
    keep(queryKeys.lateCredit, ({ prices }) => prices?.late_credit, api.lateCredit)
  }
  const keepPages = <Page>(queryKey: QueryKey, partOf: PartOf<Page>, page: (number: number) => Promise<Page>) => {
    const queryFn = firstly(partOf, () => page(0))
    void queryClient.prefetchInfiniteQuery({ queryKey, queryFn, initialPageParam: 0 })
  }
  const { order, orders, info, subscriptions } = wanted
  if (order !== undefined) {
    const alone = () => api.order(order)
    keep(queryKeys.order(order), (data) => data.order, alone)
  }
  if (info !== undefined) {
    keep(queryKeys.marketing, (data) => data.info?.marketing, api.marketingConsent)
    keepPages(queryKeys.balance, (data) => data.info?.balance, api.balance)
  }
  if (subscriptions !== undefined) {
    const ofClient = () => api.subscriptions(session.clientId() ?? '')
    keep(queryKeys.subscriptions, (data) => data.subscriptions, ofClient)
  }
  if (orders !== undefined) {
    const pageOf = (page: number) => api.orders(page, orders)
    keepPages(queryKeys.ordersOf(orders), (data) => data.orders, pageOf)
  }
}

/** Age in ms from which an answer may be stale; a slow phone takes that long for its first screen. */
const oldAt = 10_000

/** Refetches at each visit of a screen, unless the only answer so far is still fresh. */
export const refetchOnEachVisit = ({ state }: { state: { dataUpdateCount: number; dataUpdatedAt: number } }) =>
  state.dataUpdateCount === 1 && Date.now() - state.dataUpdatedAt < oldAt ? false : 'always'

/**
 * The signed-in client, refetched at each visit, for a screen whose figures others change: a payment, a coupon, a
 * friend.
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

/** A list of more pages is not refetched as a whole when the tab becomes visible. */
const refreshedPages = 3

/** Query options of a client's orders, newest first, page by page (CAB-01), those with the words of `q` (CAB-12). */
export const listOptions = (filter: OrderFilter, q = '') =>
  infiniteQueryOptions({
    queryKey: queryKeys.ordersOf(filter, q),
    queryFn: ({ pageParam }) => api.orders(pageParam, filter, q),
    initialPageParam: 0,
    getNextPageParam: nextPage,
    select: ordersOfPages,
    refetchOnWindowFocus: ({ state }) => ((state.data?.pages.length ?? 0) <= refreshedPages ? 'always' : false),
  })

/**
 * A client's orders; `data` joins the pages in one list. Until it loads, the previous filter's orders stay (EASE-02).
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

/** The orders of the lists that were read; one may stand in several lists. */
const listedOrders = (queryClient: QueryClient): Order[] =>
  queryClient
    .getQueriesData<StoredList>({ queryKey: queryKeys.orders })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.results) ?? [])

/** A cached order, from its own key or a list. */
export function storedOrder(queryClient: QueryClient, id: string): Order | undefined {
  const listed = listedOrders(queryClient)
  const stored = queryClient.getQueryData<Order>(queryKeys.order(id))
  const all = [...(stored === undefined ? [] : [stored]), ...listed.filter(({ _id }) => _id === id)]
  return all.toSorted((a, b) => b.version - a.version)[0]
}

/**
 * Replaces the cached order by a newer answer (FLOW-18, CAB-09), under its own key and in each list; an answer of an
 * older `version` is a no-op. Only the lists that the order joins are refetched, now or when they are opened, however
 * long the others are (CAB-08). A new order invalidates the client's counts.
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
    const place = () => placeInList(queryClient, list.queryKey, { order, before })
    place()
    // So may a list's read. It is not cancelled, because it may read the next page.
    if (list.state.fetchStatus === 'fetching') list.promise?.then(place, () => undefined)
  }
  // An unknown order: the first page of each list has it (STATE-16).
  if (before === undefined && order.isToContinue) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.orders })
  }
  const isMoved = before?.lists.join() !== order.lists.join()
  if (stored === undefined && isMoved) void queryClient.invalidateQueries({ queryKey: queryKeys.me })
}

/** The lists that ask to rate an order. */
const promptsOf = (queryClient: QueryClient, orderId: string) =>
  queryClient
    .getQueriesData<StoredList>({ queryKey: queryKeys.orders })
    .filter(([, list]) => list?.pages[0]?.to_rate?._id === orderId)

/**
 * Replaces the order to rate in the lists once it takes no more rating, without a gap (STATE-13). If the request fails,
 * no prompt shows until a list is refetched.
 */
async function replaceToRate(queryClient: QueryClient, orderId: string): Promise<void> {
  if (promptsOf(queryClient, orderId).length === 0) return
  const next = await api.orders(0, 'active').then(
    ({ to_rate }) => to_rate,
    () => null,
  )
  for (const [queryKey] of promptsOf(queryClient, orderId)) {
    queryClient.setQueryData<StoredList>(queryKey, (list) =>
      list === undefined ? list : { ...list, pages: list.pages.map((page) => ({ ...page, to_rate: next })) },
    )
  }
}

/** Updates a list for a changed order: replaces it, removes it, or refetches the list. */
function placeInList(
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
  const standsFurtherDown = hasMore && before?.lists.includes(filter) === true
  const newest = (each: Order) => (each._id === order._id && each.version <= order.version ? order : each)
  // The prompt of a rated order stays until the next one is known.
  const newestPrompt = (each: Order) => (order.isCanShowRating ? newest(each) : each)
  const pages = list.pages.map((page) => ({
    ...page,
    to_rate: page.to_rate && newestPrompt(page.to_rate),
    to_continue: page.to_continue.map(newest).filter(({ isToContinue }) => isToContinue),
  }))
  queryClient.setQueryData<StoredList>(queryKey, {
    ...list,
    pages:
      listed !== undefined && !belongs
        ? withoutOrder(pages, order._id, hasMore)
        : pages.map((page) => ({ ...page, results: page.results.map(newest) })),
  })
  // Last, because a write marks the list as fresh.
  // Of a search the server alone knows what fits.
  if (belongs && q === undefined && listed === undefined && !standsFurtherDown) {
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

/** The pages without an order. Unread orders move up by one, so the next read begins with the last page again. */
const withoutOrder = (pages: readonly OrderPage[], id: string, hasMore: boolean): OrderPage[] =>
  pages.map((page, index) => ({
    ...page,
    results: page.results.filter(({ _id }) => _id !== id),
    total: page.total - 1,
    page: hasMore && index === pages.length - 1 ? Math.min(page.page, index - 1) : page.page,
  }))

/** Unread messages for the menu; 0 until the first data, an overlay or a live update brings the count (TALK-02). */
export const useUnread = (): number =>
  useQuery({ queryKey: queryKeys.unread, queryFn: () => 0, enabled: false }).data ?? 0
