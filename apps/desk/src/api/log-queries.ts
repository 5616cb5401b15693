import type { LoggedActions, LogQuery } from '@nerdify/contract/operations.ts'
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/** The log, newest first (OPS-19); the last answer stays until the next filter's has come. */
export const useLog = (query: LogQuery) =>
  useInfiniteQuery({
    queryKey: ['log', query],
    queryFn: ({ pageParam }) => api.log({ ...query, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<LoggedActions>) => pages.flatMap(({ results }) => results),
    placeholderData: keepPreviousData,
  })
