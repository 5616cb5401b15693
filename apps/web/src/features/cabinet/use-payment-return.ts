import type { Order } from '@nerdify/contract/orders.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { storeOrder } from '../../api/queries.ts'
import { useRevivedPage } from '../../frame/revived-page.ts'
import { leftForPayment, noteReturned } from '../../payment-link.ts'

/** How the visit to the card page ended, as the server knows it (PAY-03, ux 40). */
export type PaymentReturn =
  | { status: 'none' }
  | { status: 'asking' }
  | { status: 'unpaid' | 'confirming'; order: Order }

const askAgainMs = 3000

/**
 * Tells somebody who is back from the card page whether they were charged: the server is asked, not the way they
 * came. `none` for everybody else, and once the order is paid.
 */
export function usePaymentReturn(): PaymentReturn {
  const queryClient = useQueryClient()
  const [orderId, setOrderId] = useState(leftForPayment)

  useRevivedPage(() => setOrderId(leftForPayment()))

  const { data, isPending, isError } = useQuery({
    queryKey: ['paymentReturn', orderId],
    queryFn: () => api.checkPayment(orderId ?? ''),
    enabled: orderId !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'confirming' ? askAgainMs : false),
  })

  useEffect(() => {
    if (data !== undefined || isError) noteReturned()
    if (data !== undefined) storeOrder(queryClient, data.order)
  }, [data, isError, queryClient])

  if (orderId === undefined || isError) return { status: 'none' }
  if (isPending) return { status: 'asking' }
  const { status, order } = data
  return status === 'paid' ? { status: 'none' } : { status, order }
}
