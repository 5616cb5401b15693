import { webPaths } from '@nerdify/contract/web-paths.ts'
import { type Plan, purchaseOf, tagOf, trialDays } from '@nerdify/domain/plans/plans.ts'
import { isOver, isPaymentFailed, isRunning } from '@nerdify/domain/plans/subscription-status.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { readClient } from '../accounts/find-client.ts'
import { pendingEmailOf } from '../accounts/pending-emails.ts'
import { transaction } from '../database/transaction.ts'
import { uuidv7 } from '../database/uuid.ts'
import { notFound, Refusal, unacceptable } from '../http/refusal.ts'
import { dropCustomer } from '../payments/page/card-customer.ts'
import { customerFor, pageLifeMs, tooLateMs } from '../payments/page/card-pages.ts'
import { CardCustomerGone, CardsUnavailable, type PlanSession } from '../ports.ts'
import type { AppContext } from '../app-context.ts'
import {
  insertCheckout,
  noteCheckout,
  openCheckoutOf,
  type StoredCheckout,
  subscriptionOfClient,
  subscriptionsOf,
} from './subscriptions.store.ts'
import { withSubscriptionsOf } from './client-lease.ts'
import { closeCheckout } from './settle-checkout.ts'
import { isTrialOfferedTo } from './trial-offer.ts'

/** An open page of the provider. */
export interface OpenPage {
  id: string
  url: string
}

/** The page's return addresses: paths of this site, anything else becomes the default. */
export interface Returns {
  successUrl: string | undefined
  cancelUrl: string | undefined
}

/**
 * A page of the provider to subscribe on (SUB-07). An open page for the same plan is reused, so a double click creates
 * one. 422 for a plan that is not for sale, for a client without an e-mail or with a current plan, and for a trial that
 * is not offered to them (SUB-06, abuse 22).
 */
export async function openSubscription(
  product: AppContext,
  wish: Returns & { clientId: string; tag: string },
): Promise<OpenPage> {
  const { clientId, tag } = wish
  const purchase = purchaseOf(tag)
  if (purchase === undefined) throw unacceptable('This plan is not for sale.', 'tag', 'plan_unknown')
  const { plan, trial } = purchase
  return withSubscriptionsOf(product, clientId, async () => {
    const client = await readClient(product.queries, clientId)
    if (knownEmail(client.email) === null) {
      const pending = await pendingEmailOf(product.queries, clientId)
      if (pending !== null) throw unconfirmed(pending)
      throw unacceptable(
        'Please add your e-mail first. We write to you there before we charge you.',
        'email',
        'email_missing',
      )
    }
    await refuseSecond(product, clientId, plan)
    if (trial && !(await isTrialOfferedTo(product, client))) {
      throw unacceptable('You’ve already had the free trial, or it isn’t open to you yet.', 'tag', 'trial_unavailable')
    }
    return openPage(product, { ...wish, kind: 'subscribe', tag: tagOf(plan, { trial }), subscriptionId: null })
  })
}

/**
 * SUB-11: a client with a monthly charge must be reachable before it; a pending address gets no other mail (SAFE-02).
 */
const unconfirmed = (email: string) =>
  unacceptable(
    `Please open the link that we sent to ${email} first. We write to you there before we charge you.`,
    'email',
    'email_unconfirmed',
  )

async function refuseSecond(product: AppContext, clientId: string, { family }: Plan): Promise<void> {
  const running = (await subscriptionsOf(product.queries, clientId)).filter(isRunning)
  if (!running.some((subscription) => subscription.family === family)) return
  throw new Refusal(422, 'You already have a plan. You can change it on your subscription page.', {
    type: 'subscription_exists',
    value: 'tag',
  })
}

/**
 * A page of the provider to save another card for a subscription (SUB-08). 404 if the subscription, or a named customer
 * of the provider, is not theirs (abuse 24).
 */
export async function openCardChange(
  product: AppContext,
  wish: Returns & { clientId: string; subscriptionId: string; customerId?: string },
): Promise<OpenPage> {
  const { clientId, subscriptionId, customerId } = wish
  return withSubscriptionsOf(product, clientId, async () => {
    const subscription = await subscriptionOfClient(product.queries, clientId, subscriptionId)
    if (subscription === undefined || isOver(subscription.status)) throw notFound()
    if (customerId !== undefined && customerId !== subscription.customer_id) throw notFound()
    return openPage(product, { ...wish, kind: 'card', tag: null, subscriptionId })
  })
}

/** The subscription for a card change by default: one with a failed payment, else the newest current one. */
export async function subscriptionToPay(product: AppContext, clientId: string): Promise<string | undefined> {
  const running = (await subscriptionsOf(product.queries, clientId)).filter(isRunning)
  return (running.find(({ status }) => isPaymentFailed(status)) ?? running[0])?.id
}

type PageRequest = Returns & Pick<StoredCheckout, 'kind' | 'tag'> & { clientId: string; subscriptionId: string | null }

async function openPage(product: AppContext, request: PageRequest, isSecondTry = false): Promise<OpenPage> {
  const now = product.clock.now()
  const { publicUrl } = product.settings
  const { clientId, kind, tag, subscriptionId } = request
  const successPath = safePath(request.successUrl, webPaths.subscriptionDone(), publicUrl)
  const cancelPath = safePath(request.cancelUrl, webPaths.subscription(), publicUrl)
  const open = await openCheckoutOf(product.queries, clientId, kind)
  if (open !== undefined) {
    const session = await sessionOf(product, open)
    const fits =
      open.tag === tag &&
      open.subscription_id === subscriptionId &&
      open.success_path === successPath &&
      open.cancel_path === cancelPath &&
      open.expires_at - now > tooLateMs
    if (fits && session?.status === 'open' && session.url !== null) return { id: session.id, url: session.url }
    const closed = await closeCheckout(product, open, session)
    if (closed?.status === 'complete') {
      throw new Refusal(422, 'That’s already done. Reload the page to see it.', { type: 'checkout_done' })
    }
  }
  const checkout = await transaction(product.queries, (queries) =>
    insertCheckout(queries, {
      client_id: clientId,
      id: uuidv7(now),
      kind,
      tag,
      subscription_id: subscriptionId,
      status: 'open',
      session_id: null,
      success_path: successPath,
      cancel_path: cancelPath,
      created_at: new Date(now),
      expires_at: new Date(now + pageLifeMs),
    }),
  )
  const session = await sessionOf(product, checkout).catch(async (error: unknown) => {
    if (!(error instanceof CardCustomerGone)) throw error
    return undefined
  })
  if (session === undefined && !isSecondTry) return openPage(product, request, true)
  if (session === undefined || session.url === null) throw new CardsUnavailable('the card provider opened no page')
  return { id: session.id, url: session.url }
}

/**
 * The provider's session of a checkout; creates it, with the same idempotency key, if an interruption left none. A
 * checkout whose page was never shown ends with any failure, since the provider may repeat that failure for its key for
 * a day (HOLD-01).
 */
async function sessionOf(product: AppContext, checkout: StoredCheckout): Promise<PlanSession | undefined> {
  if (checkout.session_id !== null) return product.cards.planSession(checkout.session_id)
  // Too old to create: the provider requires at least half an hour.
  if (checkout.created_at < product.clock.now() - tooLateMs) return undefined
  const { publicUrl } = product.settings
  const visit = {
    checkoutId: checkout.id,
    clientId: checkout.client_id,
    customerId: await customerFor(product, checkout.client_id),
    successUrl: publicUrl + checkout.success_path,
    cancelUrl: publicUrl + checkout.cancel_path,
    expiresAt: checkout.expires_at,
  }
  const purchase = checkout.tag === null ? undefined : purchaseOf(checkout.tag)
  const creation =
    purchase === undefined
      ? product.cards.createSetupSession({ ...visit, subscriptionId: checkout.subscription_id ?? '' })
      : product.cards.createPlanSession({
          ...visit,
          plan: purchase.plan,
          trialDays: purchase.trial ? trialDays : undefined,
        })
  const session = await creation.catch(async (error: unknown) => {
    await noteCheckout(product.queries, checkout, { status: 'expired' })
    if (error instanceof CardCustomerGone) await dropCustomer(product.queries, checkout.client_id, visit.customerId)
    throw error
  })
  await noteCheckout(product.queries, checkout, { session_id: session.id })
  return session
}
