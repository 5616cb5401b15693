import type Stripe from 'stripe'
import type { CardInvoice, CardSubscription, PlanCards, PlanForSale, PlanSession, PlanVisit } from '../ports.ts'
import { ask, askForList, askOrBeRefused, ourKey, stripeSdk, undefinedIfMissing } from './ask-stripe.ts'
import {
  expanded,
  expirePage,
  type HostedPage,
  idOf,
  inDollars,
  listParams,
  listParamsSince,
  currentPage,
  statusOf,
} from './stripe-objects.ts'

const isDeclined = (error: unknown) => error instanceof stripeSdk().errors.StripeCardError
const isInvalid = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof stripeSdk().errors.StripeInvalidRequestError

/**
 * The provider's price of a plan, found by its lookup key or created. If the amount changed, the new price takes over
 * the key: existing subscribers keep their price.
 */
export function planPrices(stripe: () => Stripe): (plan: PlanForSale) => Promise<string> {
  const prices = new Map<string, string>()
  return async ({ tag, name, monthlyCents }) => {
    const known = prices.get(tag)
    if (known !== undefined) return known
    const { data } = await ask('list', () => stripe().prices.list({ lookup_keys: [tag], active: true, limit: 1 }))
    const found = data.find((price) => price.unit_amount === monthlyCents)
    const price =
      found ??
      (await ask('price', () =>
        stripe().prices.create(
          {
            currency: 'usd',
            unit_amount: monthlyCents,
            recurring: { interval: 'month' },
            lookup_key: tag,
            transfer_lookup_key: true,
            metadata: { plan: tag },
            product_data: { name: `Nerdify ${name}` },
          },
          { idempotencyKey: `price:${tag}:${monthlyCents}` },
        ),
      ))
    prices.set(tag, price.id)
    return price.id
  }
}

/** Subscriptions by the provider's SDK. */
export function stripePlans(stripe: () => Stripe): PlanCards {
  const priceOf = planPrices(stripe)
  return { ...planPages(stripe, priceOf), ...planRecords(stripe), ...planChanges(stripe, priceOf) }
}

type PriceOf = ReturnType<typeof planPrices>

function readPage(page: HostedPage): PlanSession {
  return {
    id: page.id,
    status: statusOf(page),
    url: page.url ?? null,
    clientId: ourKey(page.metadata?.client_id),
    checkoutId: ourKey(page.metadata?.checkout_id),
    subscriptionId: idOf(page.subscription),
    savedCardId: idOf(expanded(page.setup_intent)?.payment_method),
  }
}

type PlanPages = Pick<PlanCards, 'createPlanSession' | 'createSetupSession' | 'planSession' | 'expirePlanSession'>

function planPages(stripe: () => Stripe, priceOf: PriceOf): PlanPages {
  const open = async (visit: PlanVisit, terms: Stripe.Checkout.SessionCreateParams): Promise<PlanSession> => {
    const page = {
      ui_mode: 'hosted_page' as const,
      allowed_payment_method_types: ['card' as const],
      customer: visit.customerId,
      metadata: { client_id: visit.clientId, checkout_id: visit.checkoutId },
      expires_at: Math.floor(visit.expiresAt / 1000),
      success_url: visit.successUrl,
      cancel_url: visit.cancelUrl,
      ...terms,
    }
    const once = { idempotencyKey: `checkout:${visit.checkoutId}` }
    return readPage(await askOrBeRefused('checkout.session', () => stripe().checkout.sessions.create(page, once)))
  }

  return {
    async createPlanSession({ plan, trialDays, ...visit }) {
      return open(visit, {
        mode: 'subscription',
        ...inDollars,
        line_items: [{ price: await priceOf(plan), quantity: 1 }],
        payment_method_collection: 'always',
        subscription_data: {
          metadata: { client_id: visit.clientId },
          ...(trialDays !== undefined && { trial_period_days: trialDays }),
        },
      })
    },

    createSetupSession: ({ subscriptionId, ...visit }) =>
      open(visit, {
        mode: 'setup',
        currency: 'usd',
        setup_intent_data: { metadata: { subscription_id: subscriptionId } },
      }),

    planSession: async (id) => readPage(await currentPage(stripe(), id, 'setup_intent')),
    expirePlanSession: async (id) => readPage(await expirePage(stripe(), id, 'setup_intent')),
  }
}

type PlanRecords = Pick<PlanCards, 'subscriptionOf' | 'invoiceOf' | 'subscriptions' | 'paidInvoices'>

function planRecords(stripe: () => Stripe): PlanRecords {
  return {
    async subscriptionOf(id) {
      return readSubscription(
        await ask('subscription', () => stripe().subscriptions.retrieve(id, { expand: ['default_payment_method'] })),
      )
    },

    async invoiceOf(id): Promise<CardInvoice> {
      const invoice = await ask('invoice', () => stripe().invoices.retrieve(id, { expand: ['payments'] }))
      const owner = ownerOf(invoice)
      return {
        id: invoice.id,
        ...owner,
        // A foreign bill may have no lines.
        tag: owner.clientId === null ? '' : await planOfInvoice(stripe, invoice),
        status: invoice.status ?? '',
        reason: reasonOf(invoice.billing_reason),
        totalCents: invoice.total,
        paidCents: invoice.amount_paid,
        creditCents: Math.min(invoice.total, Math.max(0, (invoice.ending_balance ?? 0) - invoice.starting_balance)),
        // A bill that an older sandbox stored has no transitions.
        paidAt: (invoice.status_transitions?.paid_at ?? invoice.created) * 1000,
        paymentIntentId: paymentOf(invoice),
      }
    },

    async *subscriptions(madeSince) {
      for (const terms of [listParams, { ...listParamsSince(madeSince), status: 'all' as const }]) {
        const all = stripe().subscriptions.list({ ...terms, expand: ['data.default_payment_method'] })
        for await (const subscription of askForList(all)) {
          const read = readSubscription(subscription)
          if (read.clientId !== null) yield read
        }
      }
    },

    async *paidInvoices(madeSince) {
      const all = stripe().invoices.list({ ...listParamsSince(madeSince), status: 'paid', expand: ['data.payments'] })
      for await (const invoice of askForList(all)) {
        const { clientId, subscriptionId } = ownerOf(invoice)
        if (clientId === null) continue
        yield { id: invoice.id, subscriptionId, totalCents: invoice.total, paymentIntentId: paymentOf(invoice) }
      }
    },
  }
}

type PlanChanges = Pick<PlanCards, 'endWithMonth' | 'endNow' | 'useCard' | 'previewPlan' | 'changePlan'>

function planChanges(stripe: () => Stripe, priceOf: PriceOf): PlanChanges {
  async function changeTerms({ subscriptionId, plan, at }: { subscriptionId: string; plan: PlanForSale; at: number }) {
    const subscription = await ask('subscription', () => stripe().subscriptions.retrieve(subscriptionId))
    const price = await priceOf(plan)
    return {
      items: [{ id: itemOf(subscription).id, price }],
      proration_behavior: 'always_invoice' as const,
      proration_date: at,
    }
  }

  return {
    async endWithMonth(id, ends) {
      await askOrBeRefused('subscription', () => stripe().subscriptions.update(id, { cancel_at_period_end: ends }))
    },

    async endNow(id) {
      await undefinedIfMissing(ask('subscription', () => stripe().subscriptions.cancel(id)))
    },

    async useCard({ subscriptionId, customerId, cardId }) {
      // Both calls run: a retry repeats the failed one.
      await askOrBeRefused('subscription', () =>
        stripe().subscriptions.update(subscriptionId, { default_payment_method: cardId }),
      )
      await ask('customer', () =>
        stripe().customers.update(customerId, { invoice_settings: { default_payment_method: cardId } }),
      )
      const { data } = await ask('list', () => stripe().invoices.list({ subscription: subscriptionId, status: 'open' }))
      for (const { id } of data) {
        try {
          await ask('invoice', () => stripe().invoices.pay(id))
        } catch (error) {
          if (isDeclined(error)) return false
          if (!(isInvalid(error) && error.code === 'invoice_already_paid')) throw error
        }
      }
      return true
    },

    async previewPlan(change) {
      const terms = await changeTerms(change)
      const preview = await askOrBeRefused('invoice', () =>
        stripe().invoices.createPreview({ subscription: change.subscriptionId, subscription_details: terms }),
      )
      return preview.total
    },

    async changePlan(change) {
      try {
        const terms = await changeTerms(change)
        await askOrBeRefused('subscription', () =>
          stripe().subscriptions.update(change.subscriptionId, {
            ...terms,
            ...(change.prorated ? {} : { proration_behavior: 'none' }),
            cancel_at_period_end: false,
            payment_behavior: 'error_if_incomplete',
          }),
        )
        return true
      } catch (error) {
        if (isDeclined(error)) return false
        throw error
      }
    },
  }
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error(`the subscription ${subscription.id} has no item`)
  return item
}

/** The client of a bill; `clientId` is null for a foreign bill. */
function ownerOf(invoice: Stripe.Invoice): Pick<CardInvoice, 'clientId' | 'subscriptionId'> {
  const details = invoice.parent?.subscription_details
  return {
    clientId: ourKey(details?.metadata?.client_id),
    subscriptionId: idOf(details?.subscription) ?? '',
  }
}

function paymentOf(invoice: Stripe.Invoice): string | null {
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid')
  return idOf(paid?.payment.payment_intent)
}

/** The API moved the end of the month from the subscription to its item. */
function readSubscription(subscription: Stripe.Subscription): CardSubscription {
  const item = itemOf(subscription)
  const card = expanded(subscription.default_payment_method)?.card
  return {
    id: subscription.id,
    clientId: ourKey(subscription.metadata.client_id),
    customerId: idOf(subscription.customer) ?? '',
    tag: item.price.metadata.plan ?? '',
    status: subscription.status,
    monthlyCents: item.price.unit_amount ?? 0,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    periodStart: item.current_period_start * 1000,
    periodEnd: item.current_period_end * 1000,
    trialEnd: subscription.trial_end === null ? null : subscription.trial_end * 1000,
    startedAt: subscription.start_date * 1000,
    latestInvoiceId: idOf(subscription.latest_invoice),
    card: card == null ? null : { last4: card.last4, fingerprint: card.fingerprint ?? null },
  }
}

const reasons: Readonly<Record<string, CardInvoice['reason']>> = {
  subscription_create: 'start',
  subscription_cycle: 'month',
  subscription_update: 'change',
}
const reasonOf = (reason: string | null): CardInvoice['reason'] => reasons[reason ?? ''] ?? 'other'

/** The plan of an invoice: its charging line's, where another line credits unused time. */
async function planOfInvoice(stripe: () => Stripe, invoice: Stripe.Invoice): Promise<string> {
  const line = invoice.lines.data.reduce((most, next) => (next.amount > most.amount ? next : most))
  const price = line.pricing?.price_details?.price
  if (price === undefined) return ''
  const { metadata } = typeof price === 'string' ? await ask('price', () => stripe().prices.retrieve(price)) : price
  return metadata.plan ?? ''
}
