import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys, rowsOf } from './queries.ts'

/** Clients and orders that match a search, if `enabled`; the last results stay until the next arrive (DESK-03). */
export function useFind(q: string, enabled: boolean) {
  const shared = { enabled, placeholderData: keepPreviousData, retry: false } as const
  return {
    clients: useQuery({ queryKey: ['found clients', q], queryFn: () => api.clients(q), ...shared }),
    orders: useQuery({ queryKey: ['found orders', q], queryFn: () => api.orders({ q }), ...shared }),
  }
}

/** The files from a client's upload page, newest first (UP-04). */
export const useClientFiles = (id: string) =>
  useQuery({ queryKey: ['client files', id], queryFn: () => api.clientFiles(id) })

/** The changes of a client's balance, newest first; the first slice came with the client. */
export const useBalanceChanges = ({ id, balance_history: newest }: OperationsClientWithLists) =>
  useInfiniteQuery({
    ...rowsOf(['balance changes', id, newest.results[0]?.id], ({ cursor = null }) => api.balanceChanges(id, cursor)),
    initialData: { pages: [{ results: newest.results, next: newest.next }], pageParams: [null] },
    staleTime: Infinity,
  })

/** The client's orders after the first slice, which comes with the client. */
export const useLaterOrders = ({ id, orders: { next } }: OperationsClientWithLists) =>
  useInfiniteQuery({
    ...rowsOf(['later orders', id, next], (from) => api.orders({ client: id, ...from })),
    initialData: { pages: [{ results: [], next }], pageParams: [null] },
    staleTime: Infinity,
  })

/** Creates the client's upload page (UP-04), then reads the client again. */
export function useMakeUploadPage(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) => api.makeUploadPage(id, key),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.client(id) }),
  })
}

/** A write about a client; then reads its page again, and the queue, which may list their bonuses (SAFE-08). */
export function useClientWrite<Change>(id: string, send: (change: Change) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled() {
      void client.invalidateQueries({ queryKey: queryKeys.queue })
      return client.invalidateQueries({ queryKey: queryKeys.client(id) })
    },
  })
}
