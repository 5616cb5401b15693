import { serverNow } from '../../api/client.ts'
import type { Client } from '@nerdify/contract/client.ts'
import type { Subscription } from '@nerdify/contract/subscriptions.ts'
import { plans } from '@nerdify/domain/plans/plans.ts'
import { isPaymentFailed, statusLabel } from '@nerdify/domain/plans/subscription-status.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { lazy, Suspense, useState } from 'react'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { subscriptionTexts } from '../../texts/subscription.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Actions, Stack } from '@nerdify/ui/page/Layout.tsx'
import { Status } from '@nerdify/ui/order/Status.tsx'
import styles from './OwnPlan.module.css'
import { planDay, planPrice, planTagOf } from './plan-words.ts'
import { subscriptionCalls } from './subscription-calls.ts'
import { useCheckout, useSubscriptionChange } from './use-subscriptions.ts'

// Each loads on demand.
const ChangePlan = lazy(async () => ({ default: (await import('./ChangePlan.tsx')).ChangePlan }))
const Confirmation = lazy(async () => ({ default: (await import('./Confirmation.tsx')).Confirmation }))

interface OwnPlanProps {
  client: Client
  subscription: Subscription
  /** The client has several plans, so the button names the one to leave. */
  oneOfSeveral: boolean
}

/** The client's plan: its state, the next date, the card, another plan, and how to leave (SUB-03, SUB-11). */
export function OwnPlan({ client, subscription, oneOfSeveral }: OwnPlanProps) {
  const [step, setStep] = useState<'cancel' | 'refund' | 'change'>()
  const tag = planTagOf(subscription)
  const { name } = plans[tag]
  const failed = isPaymentFailed(subscription.status)
  const price = priceOf(subscription)
  const end = planDay(subscription.current_period_end, serverNow())
  const resume = useSubscriptionChange(() => subscriptionCalls.resume(subscription.id))
  const close = () => setStep(undefined)

  return (
    <Card
      title={name}
      badge={
        subscription.cancel_at_period_end ? (
          <Status kind="off">{subscriptionTexts.endsBadge(end)}</Status>
        ) : (
          <Status kind={failed ? 'bad' : 'done'}>
            {subscription.status === 'trialing' ? subscriptionTexts.trialUntil(end) : statusLabel(subscription.status)}
          </Status>
        )
      }
    >
      <CardBody>
        <Stack>
          <Facts client={client} subscription={subscription} failed={failed} />
          <Actions>
            {!failed && <CardButton client={client} subscription={subscription} />}
            {subscription.status === 'active' && plans[tag].family === 'plan' && (
              <Button onClick={() => setStep('change')}>{subscriptionTexts.otherPlan}</Button>
            )}
            {subscription.cancel_at_period_end ? (
              <Button busy={resume.isPending && subscriptionTexts.saving} onClick={() => resume.mutate()}>
                {subscriptionTexts.resume}
              </Button>
            ) : (
              <Button variant="quiet" onClick={() => setStep('cancel')}>
                {oneOfSeveral ? subscriptionTexts.cancelNamed(name) : subscriptionTexts.cancel}
              </Button>
            )}
            {subscription.refundable && (
              <Button variant="quiet" onClick={() => setStep('refund')}>
                {subscriptionTexts.refund}
              </Button>
            )}
          </Actions>
          {resume.isError && <ErrorText role="alert">{failureText(resume.error)}</ErrorText>}
        </Stack>
      </CardBody>
      <Suspense fallback={null}>
        {step === 'change' && <ChangePlan subscription={subscription} current={tag} onClose={close} />}
        {step === 'cancel' && (
          <Confirmation
            title={subscriptionTexts.cancelTitle(name)}
            yes={subscriptionTexts.cancelYes}
            run={() => subscriptionCalls.cancel(subscription.id)}
            onClose={close}
          >
            {failed ? subscriptionTexts.cancelUnpaidText : subscriptionTexts.cancelText(end)}
          </Confirmation>
        )}
        {step === 'refund' && (
          <Confirmation
            title={subscriptionTexts.refundTitle}
            yes={subscriptionTexts.refundYes}
            run={() => subscriptionCalls.refund(subscription.id)}
            onClose={close}
          >
            {subscriptionTexts.refundText(price)}
          </Confirmation>
        )}
      </Suspense>
    </Card>
  )
}

const priceOf = ({ price }: Subscription) => planPrice(centsFromDollars(price))

function Facts({ client, subscription, failed }: Pick<OwnPlanProps, 'client' | 'subscription'> & { failed: boolean }) {
  const { card_last4: card, cancel_at_period_end: ends } = subscription
  const price = priceOf(subscription)
  const end = planDay(subscription.current_period_end, serverNow())
  const next = failed ? subscriptionTexts.within7Days : subscriptionTexts.chargedOn(price, end)
  const facts = [
    [subscriptionTexts.price, subscriptionTexts.perMonth(price)],
    [subscriptionTexts.card, card === null ? '–' : subscriptionTexts.cardEnding(card)],
    ends ? [subscriptionTexts.ends, subscriptionTexts.endsOn(end)] : [subscriptionTexts.nextCharge, next],
    ...(client.email === null
      ? []
      : [[subscriptionTexts.receipts, subscriptionTexts.receiptsMailed(client.email.email)]]),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

interface CardButtonProps extends Pick<OwnPlanProps, 'client' | 'subscription'> {
  primary?: boolean
}

/** Leads to the provider's page to save another card (SUB-08). */
export function CardButton({ client, subscription, primary = false }: CardButtonProps) {
  const { id: subscription_id, customer: customer_id } = subscription
  const change = useCheckout((ways) =>
    subscriptionCalls.changeCard(client.id, { subscription_id, customer_id, ...ways }),
  )
  return (
    <>
      <Button variant={primary ? 'primary' : 'default'} busy={change.busy} onClick={() => change.mutate()}>
        {subscriptionTexts.changeCard}
      </Button>
      {change.isError && <ErrorText role="alert">{failureText(change.error)}</ErrorText>}
    </>
  )
}
