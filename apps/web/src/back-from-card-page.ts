import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from './api/client.ts'
import { storeOrder } from './api/queries.ts'
import { useRestoredPage } from './frame/restored-page.ts'
import { leftForPayment, noteReturned } from './payment-link.ts'

const askAgainMs = 3000
const queryKey = ['paymentReturn']

/**
 * What the server knows of the payment for which this tab went to the card page (PAY-03, ux 40), asked at each return from
 * there; of one order alone where that is named. `orderId` is undefined for whoever was not there.
 */
export function useBackFromCardPage(ofOrder?: string) {
  const queryClient = useQueryClient()
  const [left, setLeft] = useState(leftForPayment)
  const orderId = ofOrder === undefined || left === ofOrder ? left : undefined

  useRestoredPage(() => {
    setLeft(leftForPayment())
    void queryClient.resetQueries({ queryKey })
  })

  const check = useQuery({
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

  const { data, isError } = check
  useEffect(() => {
    if (data !== undefined || isError) noteReturned()
  }, [data, isError])

  return { orderId, check }
}
