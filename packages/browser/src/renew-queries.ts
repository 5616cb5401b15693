import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Reads queries again because of news. A read in flight goes on, because it may be the one of a list's next page; it may
 * also be older than the news, so another read follows it.
 */
export async function renewQueries(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const wasReading = queryClient.isFetching(filters) > 0
  const read = () => queryClient.invalidateQueries(filters, { cancelRefetch: false })
  await read()
  if (wasReading) await read()
}
