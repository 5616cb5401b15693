import type { LogQuery } from '@nerdify/contract/operations.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { rowsOf } from './queries.ts'

/** The log, newest first (OPS-19); the last answer stays until the next filter's has come. */
export const useLog = (query: LogQuery) =>
  useInfiniteQuery({
    ...rowsOf(['log', query], (from) => api.log({ ...query, ...from })),
    placeholderData: keepPreviousData,
  })
