import type { Client } from '@nerdify/contract/client.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { Order, OrderFilter, OrderPage } from '@nerdify/contract/orders.ts'
import { type InfiniteData, InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aPage, aPaidOrderAnswer, anOrderAnswer } from '../testing/an-order-answer.ts'
import { api } from './client.ts'
import {
  refetchOnEachVisit,
  createQueryClient,
  keepFirstData,
  listOptions,
  ordersOfPages,
  queryKeys,
  storeOrder,
  unreadQuery,
} from './queries.ts'

type List = InfiniteData<OrderPage, number>

afterEach(() => vi.restoreAllMocks())

/** Waits for a condition; the default timeout of a second is too short on a busy machine. */
const until = <Result>(check: () => Result | Promise<Result>): Promise<Result> => vi.waitFor(check, { timeout: 20_000 })

const listOf = (...pages: Order[][]): List => ({
  pages: pages.map((results, page) => aPage(results, { page, pages: pages.length, total: pages.flat().length })),
  pageParams: pages.map((_, page) => page),
})

/** A query client with one order, under its own key and on the second of two pages of the active orders. */
function cacheWith(order: Order) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(queryKeys.order(order._id), order)
  queryClient.setQueryData(queryKeys.ordersOf('active'), listOf([anOrderAnswer({ _id: 'other' })], [order]))
  queryClient.setQueryData(queryKeys.me, { orders_count: 2 })
  const stored = () => queryClient.getQueryData<Order>(queryKeys.order(order._id))
  const listed = () => queryClient.getQueryData<List>(queryKeys.ordersOf('active'))?.pages[1]?.results[0]
  const isInvalidated = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  return { queryClient, stored, listed, isInvalidated }
}

describe('storeOrder', () => {
  test('[CAB-09] replaces the order under its key and in the lists, without a request', () => {
    const { queryClient, stored, listed, isInvalidated } = cacheWith(anOrderAnswer({ version: 1 }))
    const changed = anOrderAnswer({ version: 2, title: 'Causes of the French Revolution' })
    storeOrder(queryClient, changed)
    expect(stored()).toEqual(changed)
    expect(listed()).toEqual(changed)
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(false)
    expect(isInvalidated(queryKeys.me)).toBe(false)
  })

  test('[FLOW-18] a late answer never restores an older state', () => {
    const newest = anOrderAnswer({ version: 3, size: '4 Pages' })
    const { queryClient, stored, listed } = cacheWith(newest)
    storeOrder(queryClient, anOrderAnswer({ version: 2, size: '3 Pages' }))
    expect(stored()).toEqual(newest)
    expect(listed()).toEqual(newest)
  })

  test('[CAB-08] an order that stays in its lists refetches none of them, however long they are', () => {
    const { queryClient, listed, isInvalidated } = cacheWith(aPaidOrderAnswer({ version: 1 }))
    storeOrder(queryClient, aPaidOrderAnswer({ version: 2, client_status: 'Nerd found' }))
    expect(listed()?.client_status).toBe('Nerd found')
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(false)
  })

  test('[CAB-09] a new order refetches only its lists and the menu’s count', () => {
    const { queryClient, isInvalidated } = cacheWith(anOrderAnswer())
    queryClient.setQueryData(queryKeys.ordersOf('paid'), listOf([]))
    storeOrder(queryClient, anOrderAnswer({ _id: 'new', lists: ['active', 'unpaid'] }))
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(true)
    expect(isInvalidated(queryKeys.ordersOf('paid'))).toBe(false)
    expect(isInvalidated(queryKeys.me)).toBe(true)
  })

  test('[STATE-16] an opened order that leaves every list invalidates the menu’s count', () => {
    const { queryClient, isInvalidated } = cacheWith(anOrderAnswer({ version: 1 }))
    storeOrder(queryClient, anOrderAnswer({ version: 2, declined: true, lists: [] }))
    expect(isInvalidated(queryKeys.me)).toBe(true)
  })

  test('[CAB-12] a changed order is replaced in search results that have it, and not added to others', () => {
    const order = aPaidOrderAnswer({ version: 1 })
    const { queryClient, isInvalidated } = cacheWith(order)
    queryClient.setQueryData(queryKeys.ordersOf('active', 'war'), listOf([order]))
    queryClient.setQueryData(queryKeys.ordersOf('active', 'peace'), listOf([]))
    const changed = aPaidOrderAnswer({ version: 2, client_status: 'Nerd found' })
    storeOrder(queryClient, changed)
    expect(queryClient.getQueryData<List>(queryKeys.ordersOf('active', 'war'))?.pages[0]?.results).toEqual([changed])
    expect(isInvalidated(queryKeys.ordersOf('active', 'peace'))).toBe(false)
  })

  describe('an order that moves between the lists', () => {
    const others = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => anOrderAnswer({ _id: `other-${from + index}` }))
    const sent = aPaidOrderAnswer({ _id: 'sent', version: 1, lists: ['active', 'paid'] })
    const rated = { ...sent, version: 2, mark: 5, lists: ['completed', 'paid'] } as Order
    const idsIn = (queryClient: QueryClient, filter: OrderFilter) =>
      queryClient
        .getQueryData<List>(queryKeys.ordersOf(filter))
        ?.pages.flatMap(({ results }) => results.map((o) => o._id))

    test('[CAB-09] leaves the open list without a request, and loads with the other list once that opens', () => {
      const { queryClient, isInvalidated } = cacheWith(sent)
      queryClient.setQueryData(queryKeys.ordersOf('completed'), listOf(others(0, 2)))
      queryClient.setQueryData(queryKeys.ordersOf('paid'), listOf([sent]))
      storeOrder(queryClient, rated)
      expect(idsIn(queryClient, 'active')).toEqual(['other'])
      expect(ordersOfPages(queryClient.getQueryData<List>(queryKeys.ordersOf('active')) as List).total).toBe(1)
      expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(false)
      expect(isInvalidated(queryKeys.ordersOf('completed'))).toBe(true)
      expect(isInvalidated(queryKeys.ordersOf('paid'))).toBe(false)
      expect(queryClient.getQueryData<List>(queryKeys.ordersOf('paid'))?.pages[0]?.results).toEqual([rated])
    })

    test('[CAB-01] leaves no gap where the next page begins', async () => {
      const queryClient = createQueryClient()
      const all = [sent, ...others(1, 45)]
      let served = all
      const read = vi.spyOn(api, 'orders').mockImplementation(async (page) =>
        aPage(served.slice(page * 20, page * 20 + 20), {
          page,
          pages: Math.ceil(served.length / 20),
          total: served.length,
        }),
      )
      const observer = new InfiniteQueryObserver(queryClient, listOptions('active'))
      const unsubscribe = observer.subscribe(() => undefined)
      await until(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
      await observer.fetchNextPage()
      read.mockClear()

      served = all.slice(1)
      storeOrder(queryClient, rated)
      expect(read).not.toHaveBeenCalled()
      while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage()
      expect(observer.getCurrentResult().data?.orders.map(({ _id }) => _id)).toEqual(served.map(({ _id }) => _id))
      expect(read.mock.calls.map(([page]) => page)).toEqual([1, 2])
      unsubscribe()
    })

    test('[CAB-08] an old order far down a long list does not refetch the list', () => {
      const { queryClient, isInvalidated } = cacheWith(sent)
      const first = aPage(others(0, 20), { page: 0, pages: 3, total: 45 })
      queryClient.setQueryData(queryKeys.ordersOf('paid'), { pages: [first], pageParams: [0] })
      storeOrder(queryClient, rated)
      expect(isInvalidated(queryKeys.ordersOf('paid'))).toBe(false)
    })
  })

  describe('a read that is in flight during a change', () => {
    const before = aPaidOrderAnswer({ version: 1, lists: ['active', 'paid'] })
    const after = { ...before, version: 2, lists: ['completed', 'paid'] } as Order
    const idle = (queryClient: QueryClient) => until(() => expect(queryClient.isFetching()).toBe(0))

    test('[FLOW-18] of the order does not restore the older state', async () => {
      const { queryClient, stored } = cacheWith(before)
      const { promise, resolve } = Promise.withResolvers<Order>()
      const read = queryClient.fetchQuery({
        queryKey: queryKeys.order(before._id),
        queryFn: () => promise,
        staleTime: 0,
      })
      storeOrder(queryClient, after)
      resolve(before)
      await Promise.allSettled([read])
      await idle(queryClient)
      expect(stored()).toEqual(after)
    })

    test.each([true, false])('[CAB-09] of a list (cached before: %s) shows the current order', async (isCached) => {
      const queryClient = createQueryClient()
      if (isCached) queryClient.setQueryData(queryKeys.ordersOf('paid'), listOf([before]))
      const { promise, resolve } = Promise.withResolvers<OrderPage>()
      vi.spyOn(api, 'orders').mockReturnValue(promise)
      void queryClient.fetchInfiniteQuery({ ...listOptions('paid'), staleTime: 0 })
      storeOrder(queryClient, after)
      resolve(aPage([before]))
      await idle(queryClient)
      const list = () => queryClient.getQueryData<List>(queryKeys.ordersOf('paid'))
      await until(() => expect(list()?.pages[0]?.results).toEqual([after]))
    })

    test('[CAB-09] of a list that the order joins is repeated when that list opens', async () => {
      const queryClient = createQueryClient()
      const { promise, resolve } = Promise.withResolvers<OrderPage>()
      vi.spyOn(api, 'orders').mockReturnValue(promise)
      void queryClient.fetchInfiniteQuery(listOptions('completed'))
      storeOrder(queryClient, after)
      resolve(aPage([]))
      await until(() => expect(queryClient.getQueryState(queryKeys.ordersOf('completed'))?.isInvalidated).toBe(true))
    })
  })
})

test('[CAB-01] joins the pages into one list with each order once, even after the pages shifted', () => {
  const [first, second, third] = ['1', '2', '3'].map((_id) => anOrderAnswer({ _id })) as [Order, Order, Order]
  const { orders, total } = ordersOfPages(listOf([first, second], [second, third]))
  expect(orders).toEqual([first, second, third])
  expect(total).toBe(4)
})

describe('[STATE-16] the orders to continue', () => {
  const begun = anOrderAnswer({ _id: 'begun', version: 1, lists: [], isToContinue: true })
  const clientWith = (orders: Order[]) => {
    const queryClient = createQueryClient()
    const list: List = { pages: [aPage([], { to_continue: orders })], pageParams: [0] }
    queryClient.setQueryData(queryKeys.ordersOf('completed'), list)
    return queryClient
  }
  const listIn = (queryClient: QueryClient) => queryClient.getQueryData<List>(queryKeys.ordersOf('completed')) as List

  test('come with the first page, and disappear once they have a price or are abandoned', () => {
    const queryClient = clientWith([begun])
    storeOrder(queryClient, { ...begun, version: 2, subject: 'Biology' })
    expect(ordersOfPages(listIn(queryClient)).toContinue.map(({ subject }) => subject)).toEqual(['Biology'])
    storeOrder(queryClient, { ...begun, version: 3, isToContinue: false })
    expect(ordersOfPages(listIn(queryClient)).toContinue).toEqual([])
  })

  test('are refetched when an unknown order appears', () => {
    const queryClient = clientWith([])
    storeOrder(queryClient, begun)
    expect(queryClient.getQueryState(queryKeys.ordersOf('completed'))?.isInvalidated).toBe(true)
  })
})

describe('[CAB-06][STATE-13] the order to rate', () => {
  const promptedOrder = aPaidOrderAnswer({ _id: 'prompted', version: 1, isCanShowRating: true })
  const next = aPaidOrderAnswer({ _id: 'next', version: 1, isCanShowRating: true })
  const list = { pages: [aPage([], { to_rate: promptedOrder })], pageParams: [0] }
  const clientWithList = () => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(queryKeys.ordersOf('active'), list)
    return queryClient
  }
  const toRateOf = (queryClient: QueryClient) =>
    ordersOfPages(queryClient.getQueryData<List>(queryKeys.ordersOf('active')) ?? list).toRate

  test('comes with the first page, and disappears once its prompt is closed', () => {
    const queryClient = clientWithList()
    expect(toRateOf(queryClient)).toEqual(promptedOrder)
    storeOrder(queryClient, { ...promptedOrder, version: 2, title: 'Other' })
    expect(toRateOf(queryClient)?.title).toBe('Other')
    storeOrder(queryClient, { ...promptedOrder, version: 3, isReviewShownOnClient: true })
    expect(toRateOf(queryClient)).toBeUndefined()
  })

  test('is replaced by the next order once it is rated, without a gap', async () => {
    const orders = vi.spyOn(api, 'orders').mockResolvedValue(aPage([], { to_rate: next }))
    const queryClient = clientWithList()
    const shown: (string | undefined)[] = []
    queryClient.getQueryCache().subscribe(() => shown.push(toRateOf(queryClient)?._id))
    storeOrder(queryClient, { ...promptedOrder, version: 2, isCanShowRating: false, mark: 5 })
    await until(() => expect(toRateOf(queryClient)).toEqual(next))
    expect(new Set(shown)).toEqual(new Set(['prompted', 'next']))
    expect(orders).toHaveBeenCalledOnce()
    // The prompt shows another order now, so no request is needed.
    storeOrder(queryClient, { ...promptedOrder, version: 3, isCanShowRating: false, mark: 4 })
    expect(orders).toHaveBeenCalledOnce()
  })

  test.each([
    ['no other order is due', () => Promise.resolve(aPage([]))],
    ['the next one cannot be requested', () => Promise.reject({ status: 503, text: 'Not now', error_value: null })],
  ])('disappears when it is rated and %s', async (_case, answer) => {
    vi.spyOn(api, 'orders').mockImplementation(answer)
    const queryClient = clientWithList()
    storeOrder(queryClient, { ...promptedOrder, version: 2, isCanShowRating: false, mark: 5 })
    await until(() => expect(toRateOf(queryClient)).toBeUndefined())
  })
})

describe('keepFirstData', () => {
  const client = { orders_count: 1 } as Client
  const order = anOrderAnswer()
  test('[CAB-09] one answer fills each of its cache keys, and a query in the meantime waits for it', async () => {
    const meCall = vi.spyOn(api, 'me').mockRejectedValue(new Error('requested again'))
    const firstCall = vi.spyOn(api, 'firstData').mockRejectedValue(new Error('requested again'))
    const queryClient = createQueryClient()
    const page = aPage([order])
    const { promise, resolve } = Promise.withResolvers<FirstData>()
    keepFirstData(queryClient, { query: { order: order._id, orders: 'active' }, answer: promise })
    const meQuery = queryClient.fetchQuery({ queryKey: queryKeys.me, queryFn: api.me })
    resolve({ client, order, orders: page })
    expect(await meQuery).toEqual(client)
    expect(meCall).not.toHaveBeenCalled()
    const stop = new QueryObserver(queryClient, unreadQuery).subscribe(() => undefined)
    await until(() => expect(queryClient.isFetching()).toBe(0))
    expect(queryClient.getQueryData(queryKeys.order(order._id))).toEqual(order)
    expect(queryClient.getQueryData(queryKeys.ordersOf('active'))).toEqual({ pages: [page], pageParams: [0] })
    expect(queryClient.getQueryState(queryKeys.pricing)).toBeUndefined()
    expect(firstCall).not.toHaveBeenCalled()
    stop()
  })

  test('[TALK-02][UI-01] the menu requests the unread count if no first data brought it', async () => {
    vi.spyOn(api, 'firstData').mockResolvedValue({ client, unread: 3 })
    const queryClient = createQueryClient()
    const stop = new QueryObserver(queryClient, unreadQuery).subscribe(() => undefined)
    await until(() => expect(queryClient.getQueryData(queryKeys.unread)).toBe(3))
    stop()
  })

  test('[CAB-09][INFO-04][SUB-09] fills the data of My info and the plans without a second request', async () => {
    const balance = { results: [], page: 0, pages: 0, total: 0 }
    const marketing = { granted: false, wording: 'Offers', at: null }
    const subscriptions = { results: [], trial_offered: true }
    const queryClient = createQueryClient()
    keepFirstData(queryClient, {
      query: { info: '1', subscriptions: '1' },
      answer: Promise.resolve({ client, info: { balance, marketing }, subscriptions }),
    })
    await until(() => expect(queryClient.isFetching()).toBe(0))
    expect(queryClient.getQueryData(queryKeys.balance)).toEqual({ pages: [balance], pageParams: [0] })
    expect(queryClient.getQueryData(queryKeys.marketing)).toEqual(marketing)
    expect(queryClient.getQueryData(queryKeys.subscriptions)).toEqual(subscriptions)

    const refetchMode = () => {
      const state = queryClient.getQueryState(queryKeys.subscriptions)
      if (state === undefined) throw new Error('The subscriptions are not cached')
      return refetchOnEachVisit({ state })
    }
    expect(refetchMode()).toBe(false)
    // The first answer is stale after ten seconds, a later one at each visit.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000)
    expect(refetchMode()).toBe('always')
    vi.restoreAllMocks()
    queryClient.setQueryData(queryKeys.subscriptions, subscriptions)
    expect(refetchMode()).toBe('always')
  })

  test('[AUTH-19] another client’s order has its own request, whose error says why', async () => {
    const notFound = { status: 404, text: 'Not found', error_value: null }
    vi.spyOn(api, 'order').mockRejectedValue(notFound)
    const queryClient = createQueryClient()
    keepFirstData(queryClient, { query: { order: 'theirs' }, answer: Promise.resolve({ client, order: null }) })
    await until(() => expect(queryClient.getQueryState(queryKeys.order('theirs'))?.error).toEqual(notFound))
  })

  test('[UI-08] requests each part separately after a failure', async () => {
    vi.spyOn(api, 'me').mockResolvedValue(client)
    vi.spyOn(api, 'orders').mockResolvedValue(aPage([order]))
    const queryClient = createQueryClient()
    const answer = Promise.reject(Object.assign(new Error(), { status: 503 }))
    keepFirstData(queryClient, { query: { orders: 'active' }, answer })
    await until(() => expect(queryClient.getQueryData(queryKeys.me)).toEqual(client))
    await until(() => expect(queryClient.getQueryData(queryKeys.ordersOf('active'))).toBeDefined())
  })
})
