import type { OrderChange } from '@nerdify/contract/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'

/**
 * Sends what an overlay writes, once for a burst of presses (ux 32). The same change sent again has the same key, so that
 * one whose answer was lost happens once (API-11).
 */
export function useOrderWrite(orderId: string) {
  const queryClient = useQueryClient()
  const last = useRef({ change: '', key: '' })
  const change = useMutation({
    mutationFn(wanted: OrderChange) {
      const text = JSON.stringify(wanted)
      if (last.current.change !== text) last.current = { change: text, key: crypto.randomUUID() }
      return api.changeOrder(orderId, wanted, last.current.key)
    },
    onSuccess(order) {
      last.current = { change: '', key: '' }
      storeOrder(queryClient, order)
      void queryClient.invalidateQueries({ queryKey: queryKeys.orderHistory(orderId) })
    },
  })
  return {
    /** Sends a change; the changed order, or nothing when it failed or another is still under way. */
    write: async (wanted: OrderChange) =>
      change.isPending ? undefined : change.mutateAsync(wanted).catch(() => undefined),
    busy: change.isPending,
    failure: change.error,
    /** What failed is being changed: it is not to be sent again by itself. */
    forgetFailure: () => change.isError && change.reset(),
  }
}
