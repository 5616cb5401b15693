import { plans } from '@nerdify/domain/plans/plans.ts'
import { isOver } from '@nerdify/domain/plans/subscription-status.ts'
import { transaction } from '../database/transaction.ts'
import { CardCallRefused, type PlanSession } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import { noteCheckout, type StoredCheckout, subscriptionOfClient } from './subscriptions.store.ts'
import { syncUnderLease } from './sync-subscription.ts'
import { notifySubscriber } from './notify-subscriber.ts'

/**
 * Applies a checkout's state at the provider, idempotently and under the client's lease: a subscription is copied; a
 * new card is charged from now on, and at once for unpaid bills (abuse 23). A checkout without a session is closed.
 */
export async function settleCheckout(
  product: AppContext,
  checkout: StoredCheckout,
  session: PlanSession | undefined,
): Promise<void> {
  if (session?.status === 'open') return
  const { client_id: clientId, kind } = checkout
  if (session?.status === 'complete') {
    if (kind === 'subscribe' && session.subscriptionId !== null) {
      await syncUnderLease(product, clientId, session.subscriptionId)
    }
    if (kind === 'card' && checkout.status === 'open') await chargeSavedCard(product, checkout, session)
  }
  await noteCheckout(product.queries, checkout, { status: session?.status ?? 'expired' })
}

/**
 * Closes a checkout's page, under the client's lease; answers its last session. If it was completed meanwhile, that is
 * applied.
 */
export async function closeCheckout(
  product: AppContext,
  checkout: StoredCheckout,
  session: PlanSession | undefined,
): Promise<PlanSession | undefined> {
  const closed = session?.status === 'open' ? await product.cards.expirePlanSession(session.id) : session
  await settleCheckout(product, checkout, closed)
  return closed
}

/**
 * Charges the saved card. A plan that ended while the page was open is not charged; a permanent refusal counts as a
 * decline.
 */
async function chargeSavedCard(product: AppContext, checkout: StoredCheckout, session: PlanSession): Promise<void> {
  const { client_id: clientId, subscription_id: subscriptionId } = checkout
  if (subscriptionId === null || session.savedCardId === null) return
  await syncUnderLease(product, clientId, subscriptionId)
  const subscription = await subscriptionOfClient(product.queries, clientId, subscriptionId)
  if (subscription === undefined || isOver(subscription.status)) return
  const { customer_id: customerId } = subscription
  const charge = { subscriptionId, customerId, cardId: session.savedCardId }
  const paid = await product.cards.useCard(charge).catch((error: unknown) => {
    if (error instanceof CardCallRefused) return false
    throw error
  })
  await syncUnderLease(product, clientId, subscriptionId)
  if (!paid) await noteCardDeclined(product, { clientId, subscriptionId, checkoutId: checkout.id })
}

/** Notifies a client that the card they just saved was declined for the open bill (abuse 23); not for an ended plan. */
async function noteCardDeclined(
  product: AppContext,
  { clientId, subscriptionId, checkoutId }: { clientId: string; subscriptionId: string; checkoutId: string },
): Promise<void> {
  await transaction(product.queries, async (queries) => {
    const subscription = await subscriptionOfClient(queries, clientId, subscriptionId)
    if (subscription === undefined || isOver(subscription.status)) return
    await notifySubscriber(queries, {
      clientId,
      template: 'plan-card-declined',
      variables: { plan: plans[subscription.plan].name },
      key: checkoutId,
      now: product.clock.now(),
    })
  })
}
