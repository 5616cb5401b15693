import type { Client } from '@nerdify/contract/client.ts'
import type { SubscriptionList } from '@nerdify/contract/subscriptions.ts'
import { isInAddonsExperiment } from '@nerdify/domain/orders/order-steps.ts'
import { type PlanTag, plans, tagOf, trialDays } from '@nerdify/domain/plans/plans.ts'
import { useId, useState } from 'react'
import { serverNow } from '../../api/client.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { useWide } from '../../frame/use-wide.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { BottomBar } from '@nerdify/ui/order/BottomBar.tsx'
import { Actions, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import choice from './PlanChoice.module.css'
import { PlanChoice } from './PlanChoice.tsx'
import { nextCharge, planPrice } from './plan-words.ts'
import { subscriptionCalls } from './subscription-calls.ts'
import { useCheckout } from './use-subscriptions.ts'

const offered: readonly PlanTag[] = ['nerdify_basic', 'nerdify_premium', 'nerdify_prime', 'nerdify_prime_plus']
const withAddons: readonly PlanTag[] = ['premium_addons', ...offered]

/**
 * The plans to choose from; beside the button (on phones at the bottom) the chosen plan's price, its date, and how to
 * leave it (SUB-11).
 */
export function PlanOffer({ client, list }: { client: Client; list: SubscriptionList }) {
  const { trial_offered: trialOffered, vip_phone_offered: vipPhone = false } = list
  const inExperiment = isInAddonsExperiment(client.exp_data.subscription_nerdy)
  const options = inExperiment ? withAddons : offered
  const [chosen, setChosen] = useState<PlanTag>(options[0] ?? 'nerdify_basic')
  const plan = plans[chosen]
  const trial = trialOffered && plan.hasTrial
  const price = planPrice(plan.monthlyCents)
  const subscribe = useCheckout(
    (ways) => subscriptionCalls.subscribe(client.id, { tag: tagOf(plan, { trial }), ...ways }),
    // SUB-07: the offer has changed meanwhile.
    (error) => error.status === 422 && error.error_value !== 'email' && window.location.reload(),
  )
  const id = useId()
  const isWide = useWide()
  const day = nextCharge(serverNow(), trial ? trialDays : undefined)
  const terms = (trial ? subscriptionTexts.trialTerms : subscriptionTexts.planTerms)(plan.name, price, day)
  const button = (
    <Button variant="primary" aria-describedby={`${id}-terms`} busy={subscribe.busy} onClick={() => subscribe.mutate()}>
      {trial ? subscriptionTexts.startTrial(trialDays) : subscriptionTexts.subscribe(price)}
    </Button>
  )

  return (
    <Stack gap={5}>
      <PlanChoice options={options} value={chosen} vipPhone={vipPhone} onChange={setChosen} />
      <Stack gap={3}>
        {isWide && <p id={`${id}-terms`}>{terms}</p>}
        <Text look="small">
          {subscriptionTexts.leaving} {subscriptionTexts.outside}
        </Text>
        {isWide && <Actions>{button}</Actions>}
        {subscribe.isError && <ErrorText role="alert">{failureText(subscribe.error)}</ErrorText>}
      </Stack>
      {!isWide && (
        <div className={choice.bar}>
          <BottomBar name={plan.name}>
            <p id={`${id}-terms`} className={choice.terms}>
              {terms}
            </p>
            {button}
          </BottomBar>
        </div>
      )}
    </Stack>
  )
}
