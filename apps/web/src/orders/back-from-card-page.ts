import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { storeOrder } from '../api/queries.ts'
import { useRestoredPage } from '../frame/restored-page.ts'
import { leftForPayment, noteReturned } from './payment-link.ts'

const pollMs = 3000
const queryKey = ['paymentReturn']

/**
 * The server's answer about the payment for which this tab went to the card page (PAY-03, ux 40), requested at each
 * return from there. `ofOrder` limits it to one order. `orderId` is undefined if this tab was not there.
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
    refetchInterval: ({ state }) => (state.data?.status === 'confirming' ? pollMs : false),
  })

  const { data, isError } = check
  useEffect(() => {
    if (data !== undefined || isError) noteReturned()
  }, [data, isError])

  return { orderId, check }
}
