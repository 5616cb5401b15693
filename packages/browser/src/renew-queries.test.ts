import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { renewQueries } from './renew-queries.ts'

test('[CAB-08] lets a next page in flight finish, then refetches all pages', async () => {
  const queryClient = new QueryClient()
  let answer = 'before'
  const secondPage = Promise.withResolvers<void>()
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['list'],
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      if (pageParam === 1) await secondPage.promise
      return `${answer} ${pageParam}`
    },
    getNextPageParam: (_page, pages) => (pages.length < 2 ? pages.length : undefined),
  })
  const unsubscribe = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual(['before 0'])

  const next = observer.fetchNextPage()
  answer = 'after'
  const renewal = renewQueries(queryClient, { queryKey: ['list'] })
  secondPage.resolve()
  await Promise.all([next, renewal])
  expect(observer.getCurrentResult().data?.pages).toEqual(['after 0', 'after 1'])
  unsubscribe()
})
