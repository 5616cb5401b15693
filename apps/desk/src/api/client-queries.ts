import type { OperationsClient } from '@nerdify/contract/operations.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './queries.ts'

/** Clients and orders that a search finds, if it is `enabled`; the last results stay until the next have come (DESK-03). */
export function useFind(q: string, enabled: boolean) {
  const shared = { enabled, placeholderData: keepPreviousData, retry: false } as const
  return {
    clients: useQuery({ queryKey: ['found clients', q], queryFn: () => api.clients(q), ...shared }),
    orders: useQuery({ queryKey: ['found orders', q], queryFn: () => api.orders({ q }), ...shared }),
  }
}

/** What a client's upload page sent, the newest first (UP-04). */
export const useClientFiles = (id: string) =>
  useQuery({ queryKey: ['client files', id], queryFn: () => api.clientFiles(id) })

/** A write about a client; its page is read again. */
export function useClientWrite<Change>(id: string, send: (change: Change) => Promise<OperationsClient>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.client(id) }),
  })
}
