import { IdAddress, SubscriptionAddress } from '@nerdify/contract/addresses.ts'
import { apiPaths } from '@nerdify/contract/api-paths.ts'
import {
  CardChangeWish,
  CheckoutAnswer,
  PlanChange,
  PlanChangePreview,
  PlanChoice,
  SubscriptionList,
  SubscriptionWish,
} from '@nerdify/contract/subscriptions.ts'
import { centsFromDollars, dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app-type.ts'
import { clientCall } from '../http/call.ts'
import { clientOf } from '../http/caller.ts'
import { notFound } from '../http/refusal.ts'
import type { AppContext } from '../app-context.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { orUnavailable, changePlan, endWithMonth, giveMonthBack, previewPlan } from './manage-subscription.ts'
import { openCardChange, openSubscription } from './open-checkout.ts'
import { checkOpenCheckouts } from './poll-checkouts.ts'

/** The client in the address: the caller, or 404 (SUB-09, AUTH-19). */
function ownClient(request: FastifyRequest<{ Params: { id: string } }>): string {
  const { clientId } = clientOf(request)
  if (request.params.id !== clientId) throw notFound()
  return clientId
}

/** The calls about plans (SUB-07 to SUB-11). */
export function subscriptionRoutes(app: App, product: AppContext): void {
  listRoutes(app, product)
  pageRoutes(app, product)
  changeRoutes(app, product)
}

function listRoutes(app: App, product: AppContext): void {
  const list = (clientId: string) => listSubscriptions(product, clientId)

  app.get(
    apiPaths.subscriptions(':id'),
    clientCall('The subscriptions', { params: IdAddress, 200: SubscriptionList }),
    (request) => list(ownClient(request)),
  )

  app.post(
    apiPaths.subscriptionCheck(':id'),
    clientCall('The subscriptions, asking the card provider if need be', { params: IdAddress, 200: SubscriptionList }),
    async (request) => {
      const clientId = ownClient(request)
      await orUnavailable(checkOpenCheckouts(product, clientId))
      return list(clientId)
    },
  )
}

/** The provider's pages: to subscribe, and to pay with another card. */
function pageRoutes(app: App, product: AppContext): void {
  const { publishableKey } = product.settings.stripe

  app.post(
    apiPaths.createSubscriptionSession(':id'),
    clientCall('Subscribe', { params: IdAddress, body: SubscriptionWish, 200: CheckoutAnswer }),
    async (request) => {
      const { tag, success_url: successUrl, cancel_url: cancelUrl } = request.body
      const page = await orUnavailable(
        openSubscription(product, { clientId: ownClient(request), tag, successUrl, cancelUrl }),
      )
      return { ...page, pk_key: publishableKey }
    },
  )

  app.post(
    apiPaths.createCardSession(':id'),
    clientCall('Pay with another card', { params: IdAddress, body: CardChangeWish, 200: CheckoutAnswer }),
    async (request) => {
      const wish = request.body
      const page = await orUnavailable(
        openCardChange(product, {
          clientId: ownClient(request),
          subscriptionId: wish.subscription_id,
          customerId: wish.customer_id,
          successUrl: wish.success_url,
          cancelUrl: wish.cancel_url,
        }),
      )
      return { ...page, pk_key: publishableKey }
    },
  )
}

/** Changes of a current plan. */
function changeRoutes(app: App, product: AppContext): void {
  const list = (clientId: string) => listSubscriptions(product, clientId)
  const changes = [
    {
      path: apiPaths.subscriptionCancel(':id'),
      summary: 'Cancel at the end of the month, or now if its payment failed',
      run: endOf(true),
    },
    { path: apiPaths.subscriptionResume(':id'), summary: 'Take the cancellation back', run: endOf(false) },
    { path: apiPaths.subscriptionRefund(':id'), summary: 'Cancel now and give the month back', run: giveMonthBack },
  ]
  for (const { path, summary, run } of changes) {
    app.post(path, clientCall(summary, { params: SubscriptionAddress, 200: SubscriptionList }), async (request) => {
      const { clientId } = clientOf(request)
      await orUnavailable(run(product, { clientId, id: request.params.id }))
      return list(clientId)
    })
  }

  app.post(
    apiPaths.subscriptionPlanPreview(':id'),
    clientCall('What another plan costs', { params: SubscriptionAddress, body: PlanChoice, 200: PlanChangePreview }),
    async (request) => {
      const { clientId } = clientOf(request)
      const terms = await orUnavailable(previewPlan(product, { clientId, id: request.params.id }, request.body.tag))
      return {
        tag: terms.plan.tag,
        due_now: dollarsFromCents(terms.dueCents),
        credit: dollarsFromCents(terms.creditCents),
        price: dollarsFromCents(terms.plan.monthlyCents),
        at: terms.at,
      }
    },
  )

  app.post(
    apiPaths.subscriptionPlan(':id'),
    clientCall('Change the plan', { params: SubscriptionAddress, body: PlanChange, 200: SubscriptionList }),
    async (request) => {
      const { clientId } = clientOf(request)
      const { tag, at, due_now: due } = request.body
      const own = { clientId, id: request.params.id }
      await orUnavailable(changePlan(product, own, { tag, at, dueCents: centsFromDollars(due) }))
      return list(clientId)
    },
  )
}

const endOf = (ends: boolean) => (product: AppContext, own: { clientId: string; id: string }) =>
  endWithMonth(product, own, ends)
