import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches queries after a change on the server. A read in flight continues, since it may load a list's next page; it may
 * also be older than the change, so a second read follows.
 */
export async function renewQueries(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const wasReading = queryClient.isFetching(filters) > 0
  const read = () => queryClient.invalidateQueries(filters, { cancelRefetch: false })
  await read()
  if (wasReading) await read()
}
