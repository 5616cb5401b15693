import type { BooksQuery, DaySettlement } from '@nerdify/contract/books.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { livePauseMs } from './queries.ts'

/** The books by day (OPS-13); the last answer stays until the next period's arrives. */
export const useBooks = (query: BooksQuery) =>
  useQuery({
    queryKey: ['books', query],
    queryFn: () => api.books(query),
    placeholderData: keepPreviousData,
    refetchInterval: livePauseMs,
  })

/** Compares a day with the card provider now, then reads the shown days again. */
export function useCompareDay(day: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => api.compareBooks(day, key),
    onSuccess: () => client.invalidateQueries({ queryKey: ['books'] }),
  })
}

/** Settles the differences of a day. */
export function useSettleDay(day: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: DaySettlement; key: string }) => api.settleBooks(day, body, key),
    onSettled: () => client.invalidateQueries({ queryKey: ['books'] }),
  })
}
