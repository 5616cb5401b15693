import type { Client } from '@nerdify/contract/client.ts'
import type { FirstData } from '@nerdify/contract/first-data.ts'
import type { Order, OrderPage } from '@nerdify/contract/orders.ts'
import type { InfiniteData } from '@tanstack/react-query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aPage, aPaidOrderAnswer, anOrderAnswer } from './an-order-answer.ts'
import { api } from './client.ts'
import { createQueryClient, keepFirstData, ordersOfPages, queryKeys, storeOrder } from './queries.ts'

type List = InfiniteData<OrderPage, number>

const listOf = (...pages: Order[][]): List => ({
  pages: pages.map((results, page) => aPage(results, { page, pages: pages.length, total: pages.flat().length })),
  pageParams: pages.map((_, page) => page),
})

/** A store that holds one order by itself and, second of two pages, in the list of active ones. */
function holding(order: Order) {
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
  test('[CAB-09] replaces the order under its name and in the lists, and asks for nothing again', () => {
    const { queryClient, stored, listed, isInvalidated } = holding(anOrderAnswer({ version: 1 }))
    const changed = anOrderAnswer({ version: 2, title: 'Causes of the French Revolution' })
    storeOrder(queryClient, changed)
    expect(stored()).toEqual(changed)
    expect(listed()).toEqual(changed)
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(false)
    expect(isInvalidated(queryKeys.me)).toBe(false)
  })

  test('[FLOW-18] an answer that comes late never brings an older state back', () => {
    const newest = anOrderAnswer({ version: 3, size: '4 Pages' })
    const { queryClient, stored, listed } = holding(newest)
    storeOrder(queryClient, anOrderAnswer({ version: 2, size: '3 Pages' }))
    expect(stored()).toEqual(newest)
    expect(listed()).toEqual(newest)
  })

  test('[CAB-09] an order that stands in another list now invalidates the lists', () => {
    const { queryClient, isInvalidated } = holding(anOrderAnswer({ version: 1 }))
    storeOrder(queryClient, aPaidOrderAnswer({ version: 2 }))
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(true)
  })

  test('[CAB-08] work that goes on within its lists asks for none of them again, however many pages there are', () => {
    const { queryClient, listed, isInvalidated } = holding(aPaidOrderAnswer({ version: 1 }))
    storeOrder(queryClient, aPaidOrderAnswer({ version: 2, client_status: 'Nerd found' }))
    expect(listed()?.client_status).toBe('Nerd found')
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(false)
  })

  test('[CAB-09] a new order invalidates the lists and the count of the menu', () => {
    const { queryClient, isInvalidated } = holding(anOrderAnswer())
    storeOrder(queryClient, anOrderAnswer({ _id: 'new' }))
    expect(isInvalidated(queryKeys.ordersOf('active'))).toBe(true)
    expect(isInvalidated(queryKeys.me)).toBe(true)
  })
})

test('[CAB-01] the pages make one list, in order, with each order once though the pages shifted', () => {
  const [first, second, third] = ['1', '2', '3'].map((_id) => anOrderAnswer({ _id })) as [Order, Order, Order]
  const { orders, total } = ordersOfPages(listOf([first, second], [second, third]))
  expect(orders).toEqual([first, second, third])
  expect(total).toBe(4)
})

test('[CAB-06] [STATE-13] the order to rate comes with the first page, and goes once it is rated or its prompt is closed', () => {
  const asked = aPaidOrderAnswer({ _id: 'asked', version: 1, isCanShowRating: true })
  const list = { pages: [aPage([], { to_rate: asked })], pageParams: [0] }
  expect(ordersOfPages(list).toRate).toEqual(asked)
  const after = (change: Partial<Order>) => {
    const queryClient = createQueryClient()
    queryClient.setQueryData(queryKeys.ordersOf('active'), list)
    storeOrder(queryClient, { ...asked, version: 2, ...change })
    return ordersOfPages(queryClient.getQueryData<List>(queryKeys.ordersOf('active')) ?? list).toRate
  }
  expect(after({ isReviewShownOnClient: true })).toBeUndefined()
  expect(after({ isCanShowRating: false, mark: 5 })).toBeUndefined()
  expect(after({ title: 'Other' })?.title).toBe('Other')
})

describe('keepFirstData', () => {
  const client = { orders_count: 1 } as Client
  const order = anOrderAnswer()
  afterEach(() => vi.restoreAllMocks())

  test('[CAB-09] one answer is kept under each of its names, and whoever asks meanwhile waits for it', async () => {
    const alone = vi.spyOn(api, 'me').mockRejectedValue(new Error('asked again'))
    const queryClient = createQueryClient()
    const page = aPage([order])
    const { promise, resolve } = Promise.withResolvers<FirstData>()
    keepFirstData(queryClient, { wanted: { order: order._id, orders: 'active' }, answer: promise })
    const asked = queryClient.fetchQuery({ queryKey: queryKeys.me, queryFn: api.me })
    resolve({ client, order, orders: page })
    expect(await asked).toEqual(client)
    expect(alone).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(queryClient.getQueryData(queryKeys.order(order._id))).toEqual(order)
    expect(queryClient.getQueryData(queryKeys.ordersOf('active'))).toEqual({ pages: [page], pageParams: [0] })
    expect(queryClient.getQueryState(queryKeys.pricing)).toBeUndefined()
  })

  test('[AUTH-19] an order that is not the client’s own is asked for by itself, which says why', async () => {
    const notFound = { status: 404, text: 'Not found', error_value: null }
    vi.spyOn(api, 'order').mockRejectedValue(notFound)
    const queryClient = createQueryClient()
    keepFirstData(queryClient, { wanted: { order: 'theirs' }, answer: Promise.resolve({ client, order: null }) })
    await vi.waitFor(() => expect(queryClient.getQueryState(queryKeys.order('theirs'))?.error).toEqual(notFound))
  })

  test('[UI-08] after a failure each part is asked for by its own call', async () => {
    vi.spyOn(api, 'me').mockResolvedValue(client)
    vi.spyOn(api, 'orders').mockResolvedValue(aPage([order]))
    const queryClient = createQueryClient()
    const answer = Promise.reject(Object.assign(new Error(), { status: 503 }))
    keepFirstData(queryClient, { wanted: { orders: 'active' }, answer })
    await vi.waitFor(() => expect(queryClient.getQueryData(queryKeys.me)).toEqual(client), { timeout: 3000 })
    await vi.waitFor(() => expect(queryClient.getQueryData(queryKeys.ordersOf('active'))).toBeDefined(), {
      timeout: 3000,
    })
  })
})
