import type { OrderChange } from '@nerdify/contract/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'

/**
 * Sends an overlay's change, once for a burst of clicks (ux 32). A repeated change has the same idempotency key, so
 * that a change with a lost answer happens once (API-11).
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
    onError({ status }) {
      if (status !== 409) return
      // The order has changed: its newest version shows next to the reason.
      void queryClient.invalidateQueries({ queryKey: queryKeys.orders })
      void queryClient.invalidateQueries({ queryKey: queryKeys.order(orderId) })
    },
  })
  return {
    /** Sends a change; answers the changed order, or nothing if it failed or another change is running. */
    write: async (wanted: OrderChange) =>
      change.isPending ? undefined : change.mutateAsync(wanted).catch(() => undefined),
    busy: change.isPending,
    failure: change.error,
    /** The client is editing the failed change: it must not be retried automatically. */
    forgetFailure: () => change.isError && change.reset(),
  }
}
