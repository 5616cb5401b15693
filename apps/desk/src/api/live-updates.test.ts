import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { oneAtATime, shows } from './live-updates.ts'
import { queryKeys } from './queries.ts'

test('[DESK-01] never reads twice at once, and reads again for changes during a read', async () => {
  const runs: string[][] = []
  const waiting: (() => void)[] = []
  const refresh = oneAtATime((subjects) => {
    runs.push([...subjects])
    return new Promise<void>((resolve) => waiting.push(resolve))
  })
  const first = refresh(['order a'])
  void refresh(['order b', 'pricing'])
  void refresh(['order b'])
  expect(runs).toEqual([['order a']])
  waiting.shift()?.()
  await Promise.resolve()
  await expect.poll(() => runs).toEqual([['order a'], ['order b', 'pricing']])
  waiting.shift()?.()
  await first
})

test('[DESK-01] a change reads lists and its own page again, even an order by its number', () => {
  const client = new QueryClient()
  client.setQueryData(queryKeys.queueOf({}), {})
  client.setQueryData(queryKeys.queueCounts, {})
  client.setQueryData(queryKeys.order('4826300'), { id: 'order-1' })
  client.setQueryData(queryKeys.orderFiles('order-1'), [])
  client.setQueryData(queryKeys.order('order-2'), { id: 'order-2' })
  client.setQueryData(queryKeys.nerds, [])
  client.setQueryData(['replies'], [])
  client.setQueryData(['prices'], {})
  client.setQueryData(['coupon', 'FALL'], { code: 'FALL' })
  client.setQueryData(['contact', 'm1'], {})
  client.setQueryData(['staff'], {})
  client.setQueryData(queryKeys.visitor, 'signed out')
  const read = (...subjects: string[]) =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => shows(query, new Set(subjects)))
      .map(({ queryKey }) => queryKey.slice(0, 2).join(' '))
  const lists = ['queue [object Object]', 'contact m1']
  expect(read('order order-1').toSorted()).toEqual(['order 4826300', 'order files order-1', ...lists].toSorted())
  expect(read('pricing').toSorted()).toEqual(['prices', ...lists].toSorted())
  expect(read('discount FALL').toSorted()).toEqual(['coupon FALL', ...lists].toSorted())
  expect(read('reply reply-1').toSorted()).toEqual(['replies', ...lists].toSorted())
  // Another role changes the list of staff and the desk of the person.
  expect(read('staff Cleo').toSorted()).toEqual(['staff', 'visitor', ...lists].toSorted())
  expect(read('everything')).toHaveLength(10)
})
