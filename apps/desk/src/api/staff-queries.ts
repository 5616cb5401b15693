import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './queries.ts'

const key = ['staff'] as const

/** All staff by name (OPS-15). */
export const useStaff = () => useQuery({ queryKey: key, queryFn: api.staff })

/** A write about staff; then reads the list and the signed-in person again. */
export function useStaffWrite<Change>(send: (change: Change) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => Promise.all([key, queryKeys.visitor].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
