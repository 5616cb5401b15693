import type { Order } from '@nerdify/contract/orders.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { storeOrder } from '../../../api/queries.ts'
import { useRestoredPage } from '../../../frame/restored-page.ts'
import { leftForPayment, noteReturned } from '../../../payment-link.ts'

/** Whether somebody came back from the card page of this order without paying, as the server knows it (ux 40). */
export function usePaymentReturn({ _id: orderId }: Order): boolean {
  const queryClient = useQueryClient()
  const [hasReturned, setReturned] = useState(() => leftForPayment() === orderId)
  const queryKey = ['servicesPaymentReturn', orderId]

  useRestoredPage(() => {
    setReturned(leftForPayment() === orderId)
    void queryClient.resetQueries({ queryKey })
  })

  const { data } = useQuery({
    queryKey,
    queryFn: () => api.checkPayment(orderId),
    enabled: hasReturned,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (data === undefined) return
    noteReturned()
    storeOrder(queryClient, data.order)
  }, [data, queryClient])
  return data?.status === 'paid'
}
