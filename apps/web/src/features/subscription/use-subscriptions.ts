import type { CallError } from '@nerdify/contract/error-body.ts'
import type { CardChangeWish, CheckoutAnswer, SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refetchOnEachVisit, queryKeys } from '../../api/queries.ts'
import { useChange } from '../../api/use-change.ts'
import { useLeavingSite, useRestoredPage } from '../../frame/restored-page.ts'
import { trackScreen } from '../../frame/track-screen.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/**
 * The client's subscriptions (SUB-09), refetched at each visit; after the card page the server asks the provider first.
 */
export function useSubscriptions(clientId: string | undefined, { afterCardPage }: { afterCardPage: boolean }) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: queryKeys.subscriptions,
    enabled: clientId !== undefined,
    refetchOnMount: afterCardPage ? 'always' : refetchOnEachVisit,
    async queryFn() {
      const id = clientId ?? ''
      const list = await (afterCardPage ? subscriptionCalls.check(id) : api.subscriptions(id))
      // The tags follow the subscription.
      if (afterCardPage) await queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
      return list
    },
  })
}

/** A change of a subscription; its answer is the new list. */
export function useSubscriptionChange<Terms = void>(
  run: (terms: Terms) => Promise<SubscriptionList>,
  onDone?: () => void,
) {
  const queryClient = useQueryClient()
  return useChange(queryKeys.subscriptions, run, () => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
    onDone?.()
  })
}

/**
 * Leads to the provider's page, to subscribe or to save another card (SUB-07, SUB-08), unless the client has left
 * meanwhile. `busy` is the button's verb.
 */
export function useCheckout(
  begin: (ways: Pick<CardChangeWish, 'success_url' | 'cancel_url'>) => Promise<CheckoutAnswer>,
  onError?: (error: CallError) => void,
) {
  const [isLeaving, setLeaving] = useLeavingSite()
  const checkout = useMutation({
    mutationFn: () => begin({ success_url: webPaths.subscriptionDone(), cancel_url: webPaths.subscription() }),
    onMutate: trackScreen,
    onSuccess({ url }, _, isHere) {
      if (!isHere()) return
      setLeaving(true)
      window.location.assign(url)
    },
    onError: (error) => onError?.(error),
  })
  useRestoredPage(checkout.reset)
  return { ...checkout, busy: (checkout.isPending || isLeaving) && subscriptionTexts.opening }
}
