import { serverNow } from '../../api/client.ts'
import type { PlanChangePreview, Subscription } from '@nerdify/contract/subscriptions.ts'
import { type PlanTag, planTags, plans } from '@nerdify/domain/plans/plans.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { asCallError } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Stack } from '@nerdify/ui/page/Layout.tsx'
import { RadioRows } from '@nerdify/ui/choices/RadioRows.tsx'
import { planDay, planPrice } from './plan-words.ts'
import { subscriptionCalls } from './subscription-calls.ts'
import { useSubscriptionChange } from './use-subscriptions.ts'

interface ChangePlanProps {
  subscription: Subscription
  current: PlanTag
  onClose: () => void
}

/** The change to another plan: the choice, its price now and per month, then the confirmation. */
export function ChangePlan({ subscription, current, onClose }: ChangePlanProps) {
  const labelId = useId()
  const others = planTags.filter((tag) => tag !== current && plans[tag].family === plans[current].family)
  const [chosen, setChosen] = useState<PlanTag>(others[0] ?? current)
  const preview = useMutation({ mutationFn: (tag: PlanTag) => subscriptionCalls.preview(subscription.id, tag) })
  const change = useSubscriptionChange(
    (terms: PlanChangePreview) =>
      subscriptionCalls.changePlan(subscription.id, { tag: terms.tag, at: terms.at, due_now: terms.due_now }),
    onClose,
  )
  const terms = preview.data?.tag === chosen ? preview.data : undefined
  const end = planDay(subscription.current_period_end, serverNow())
  // If the terms have changed, they are fetched again.
  const changeBy = (agreed: PlanChangePreview) =>
    change.mutate(agreed, { onError: (error) => asCallError(error).status === 409 && preview.reset() })
  return (
    <Dialog
      title={subscriptionTexts.otherPlanTitle}
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          busy={preview.isPending ? subscriptionTexts.previewing : change.isPending && subscriptionTexts.changing}
          onClick={() => (terms === undefined ? preview.mutate(chosen) : changeBy(terms))}
        >
          {terms === undefined ? subscriptionTexts.preview : subscriptionTexts.changeTo(plans[chosen].name)}
        </Button>
      }
    >
      <Stack gap={3}>
        <span id={labelId} hidden>
          {subscriptionTexts.plans}
        </span>
        <RadioRows
          labelledBy={labelId}
          options={others.map((tag) => ({
            value: tag,
            title: plans[tag].name,
            note: subscriptionTexts.perMonth(planPrice(plans[tag].monthlyCents)),
          }))}
          value={chosen}
          onChange={setChosen}
        />
        <p role="status">{terms !== undefined && termsText(terms, { chosen, end })}</p>
        {preview.isError && <ErrorText role="alert">{failureText(preview.error)}</ErrorText>}
        {change.isError && <ErrorText role="alert">{failureText(change.error)}</ErrorText>}
      </Stack>
    </Dialog>
  )
}

function termsText(terms: PlanChangePreview, { chosen, end }: { chosen: PlanTag; end: string }): string {
  const price = planPrice(centsFromDollars(terms.price))
  const { creditCents } = plans[chosen]
  const cost =
    terms.due_now > 0
      ? subscriptionTexts.dueNow(formatMoney(centsFromDollars(terms.due_now)), price, end)
      : terms.credit > 0
        ? subscriptionTexts.credited(formatMoney(centsFromDollars(terms.credit)), price)
        : subscriptionTexts.nothingNow(price, end)
  return creditCents === 0 ? cost : `${cost} ${subscriptionTexts.creditLater(planPrice(creditCents), end)}`
}
