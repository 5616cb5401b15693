import type { Order, OrderFilter } from '@nerdify/contract/orders.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { storeOrder, useOrder } from '../../api/queries.ts'
import { useRestoredPage } from '../../frame/restored-page.ts'
import { leftForPayment, noteReturned } from '../../payment-link.ts'

/** How the visit to the card page ended, as the server knows it (PAY-03, ux 40). */
type PaymentReturn = { status: 'none' } | { status: 'asking' } | { status: 'unpaid' | 'confirming'; order: Order }

const askAgainMs = 3000
const queryKey = ['paymentReturn']

/**
 * Tells somebody who is back from the card page whether they were charged: the server is asked, not the way they
 * came. `none` for everybody else, in a list that the order is not for, and once it was paid, here or elsewhere.
 */
export function usePaymentReturn(filter: OrderFilter): PaymentReturn {
  const queryClient = useQueryClient()
  const [orderId, setOrderId] = useState(leftForPayment)

  useRestoredPage(() => {
    setOrderId(leftForPayment())
    void queryClient.resetQueries({ queryKey })
  })

  const { data, isPending, isError } = useQuery({
    queryKey: [...queryKey, orderId],
    queryFn: async () => {
      const answer = await api.checkPayment(orderId ?? '')
      storeOrder(queryClient, answer.order)
      return answer
    },
    enabled: orderId !== undefined,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'confirming' ? askAgainMs : false),
  })

  // As it stands by now: it may be paid in another window meanwhile (CAB-08).
  const { data: order = data?.order } = useOrder(orderId ?? '', { enabled: data !== undefined })

  useEffect(() => {
    if (data !== undefined || isError) noteReturned()
  }, [data, isError])

  if (orderId === undefined || isError) return { status: 'none' }
  if (isPending || order === undefined) return { status: 'asking' }
  const { status } = data
  const isPaidSince = order.isPaid || order.client_paid > data.order.client_paid
  return status === 'paid' || isPaidSince || !standsIn(order, filter) ? { status: 'none' } : { status, order }
}

/** Whether a list may show an order on top. One whose deadline has passed is only in the list of the unpaid (STATE-14). */
const standsIn = ({ lists }: Order, filter: OrderFilter): boolean =>
  lists.includes(filter) || (filter === 'active' && lists.includes('unpaid'))
