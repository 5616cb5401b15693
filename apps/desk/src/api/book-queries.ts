import type { BooksQuery } from '@nerdify/contract/books.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { livePauseMs } from './queries.ts'

/** The books of some days (OPS-13); the last answer stays until that of other days has come. */
export const useBooks = (query: BooksQuery) =>
  useQuery({
    queryKey: ['books', query],
    queryFn: () => api.books(query),
    placeholderData: keepPreviousData,
    refetchInterval: livePauseMs,
  })
