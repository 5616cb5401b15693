import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches queries after a change on the server. A fetch in flight continues, since it may load a list's next page; it
 * may also be older than the change, so a second fetch follows.
 */
export async function renewQueries(queryClient: QueryClient, filters: QueryFilters): Promise<void> {
  const wasFetching = queryClient.isFetching(filters) > 0
  const refetch = () => queryClient.invalidateQueries(filters, { cancelRefetch: false })
  await refetch()
  if (wasFetching) await refetch()
}
