import { useState } from 'react'
import type { FlowOrder } from '../flow-order.ts'

/** The order as its price is shown: while a size is typed that is none yet, the last price stays, faded (EASE-08). */
export function useSteadyPrice(order: FlowOrder, isTyping: boolean): FlowOrder {
  const { price, balance } = order
  const [last, setLast] = useState({ price, balance })
  const isNew = price?.totalCents !== last.price?.totalCents || balance.paysCents !== last.balance.paysCents
  if (price !== undefined && isNew) setLast({ price, balance })
  const isOld = isTyping && price === undefined && last.price !== undefined
  return isOld ? { ...order, ...last, isPriceOld: true } : order
}
