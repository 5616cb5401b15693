import type { SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { anewAtEachVisit, queryKeys } from '../../api/queries.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** The client's subscriptions (SUB-09), asked for at each visit; after the card page the provider is asked first. */
export function useSubscriptions(clientId: string | undefined, { afterCardPage }: { afterCardPage: boolean }) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: queryKeys.subscriptions,
    enabled: clientId !== undefined,
    refetchOnMount: afterCardPage ? 'always' : anewAtEachVisit,
    async queryFn() {
      const id = clientId ?? ''
      const list = await (afterCardPage ? subscriptionCalls.check(id) : api.subscriptions(id))
      // The tags follow the subscription.
      if (afterCardPage) await queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
      return list
    },
  })
}

/** A change of a subscription that answers the list as it then is. */
export function useSubscriptionChange<Terms = void>(
  run: (terms: Terms) => Promise<SubscriptionList>,
  onDone?: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess(list) {
      queryClient.setQueryData(queryKeys.subscriptions, list)
      void queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
      onDone?.()
    },
  })
}
