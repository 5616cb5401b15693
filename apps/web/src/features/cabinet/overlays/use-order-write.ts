import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderChange } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { asCallError } from '../../../api/call-error.ts'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder } from '../../../api/queries.ts'

/** Writes on one order. */
interface OrderWrite {
  /** Sends a change; the changed order, or nothing when it failed or another is still under way. */
  write: (change: OrderChange) => Promise<Order | undefined>
  busy: boolean
  failure: CallError | undefined
}

/**
 * Sends what an overlay writes, once for a burst of presses (ux 32). The same change sent again has the same key, so that
 * one whose answer was lost happens once (API-11).
 */
export function useOrderWrite(orderId: string): OrderWrite {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const underWay = useRef(false)
  const last = useRef({ change: '', key: '' })

  const write = async (change: OrderChange) => {
    if (underWay.current) return undefined
    const text = JSON.stringify(change)
    if (last.current.change !== text) last.current = { change: text, key: crypto.randomUUID() }
    underWay.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      const order = await api.changeOrder(orderId, change, last.current.key)
      last.current = { change: '', key: '' }
      storeOrder(queryClient, order)
      void queryClient.invalidateQueries({ queryKey: queryKeys.orderHistory(orderId) })
      return order
    } catch (thrown) {
      setFailure(asCallError(thrown))
      return undefined
    } finally {
      underWay.current = false
      setBusy(false)
    }
  }
  return { write, busy, failure }
}
