import type { NerdChange, NerdCreation, NerdPayout, NerdsQuery, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys, rowsOf } from './queries.ts'

const keys = {
  register: ['register'] as const,
  list: (query: NerdsQuery) => ['register', query] as const,
  nerd: (id: string) => ['nerd', id] as const,
  owed: (id: string) => ['owed', id] as const,
}

/** The register by name (OPS-14); the last answer stays until the next filter's arrives. */
export const useRegister = (query: NerdsQuery) =>
  useInfiniteQuery({
    ...rowsOf(keys.list(query), (from) => api.nerds({ ...query, ...from })),
    placeholderData: keepPreviousData,
  })

export const useNerd = (id: string) => useQuery({ queryKey: keys.nerd(id), queryFn: () => api.nerd(id) })

/** Fees, tips and payouts of a Nerd, newest month first. */
export const useNerdOwed = (id: string) => useQuery({ queryKey: keys.owed(id), queryFn: () => api.nerdOwed(id) })

interface NerdSave {
  body: NerdChange
  version: string
  key: string
}

/** Changes a Nerd, based on the shown version; a refusal reads the Nerd again (DESK-05). */
export function useChangeNerd(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, version, key }: NerdSave) => api.changeNerd(id, body, version, key),
    onSuccess: (nerd) => client.setQueryData<RegisteredNerd>(keys.nerd(id), nerd),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.nerd(id) }),
        client.invalidateQueries({ queryKey: keys.register }),
        client.invalidateQueries({ queryKey: queryKeys.nerds }),
      ]),
  })
}

/** Merges a Nerd into another entry (OPS-14); returns the remaining entry. */
export function useMergeNerd(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ into, key }: { into: string; key: string }) => api.mergeNerd(id, { into }, key),
    onSuccess: (nerd) =>
      Promise.all(
        [keys.nerd(id), keys.nerd(nerd.id), keys.owed(id), keys.owed(nerd.id), keys.register, queryKeys.nerds].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** Adds a Nerd to the register; the answer fills the page of the new Nerd. */
export function useAddNerd() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: NerdCreation; key: string }) => api.addNerd(body, key),
    onSuccess(nerd) {
      client.setQueryData<RegisteredNerd>(keys.nerd(nerd.id), nerd)
      void client.invalidateQueries({ queryKey: keys.register })
      void client.invalidateQueries({ queryKey: queryKeys.nerds })
    },
  })
}

/** Records that a month's owed amount was paid out in full. */
export function usePayOut(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, key }: { body: NerdPayout; key: string }) => api.payNerd(id, body, key),
    onSuccess: (owed) => client.setQueryData(keys.owed(id), owed),
    onError: () => client.invalidateQueries({ queryKey: keys.owed(id) }),
  })
}
