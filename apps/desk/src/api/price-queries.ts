import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'

const key = ['prices'] as const

/** All current prices with their versions (OPS-05). */
export const usePrices = () => useQuery({ queryKey: key, queryFn: api.prices })

/** Activates a part, based on the shown version, then reads all prices again (DESK-05). */
export function useSavePrices<Body>(send: (body: Body, version: string, idempotencyKey: string) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ body, version, key: idempotencyKey }: { body: Body; version: string; key: string }) =>
      send(body, version, idempotencyKey),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
