import type { DatabaseSync } from 'node:sqlite'
import type { SandboxClock } from '../clock.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import { Collection } from './collection.ts'
import type { Charge } from './objects/charge.ts'
import type { CheckoutSecrets, CheckoutSession } from './objects/checkout-session.ts'
import type { Customer } from './objects/customer.ts'
import type { Dispute } from './objects/dispute.ts'
import type { EventObject } from './objects/event.ts'
import type { Invoice, InvoiceSecrets } from './objects/invoice.ts'
import type { PaymentIntent } from './objects/payment-intent.ts'
import type { PaymentMethod, PaymentMethodSecrets } from './objects/payment-method.ts'
import type { Price, PriceSecrets } from './objects/price.ts'
import type { Refund } from './objects/refund.ts'
import type { SetupIntent } from './objects/setup-intent.ts'
import type { Subscription, SubscriptionSecrets } from './objects/subscription.ts'
import { createEventLog } from './webhooks/event-log.ts'
import type { WebhookSwitches } from './webhooks/webhook-calls.ts'

/** The card provider over its database: its whole state, which its API, its pages and its clock share. */
export function createCardProvider(
  database: DatabaseSync,
  clock: SandboxClock,
  calls: OutgoingCalls,
  options: { readonly webhookUrl: string; readonly switches: Readonly<WebhookSwitches> },
) {
  const events = new Collection<EventObject>(database, 'event')
  return {
    database,
    clock,
    charges: new Collection<Charge>(database, 'charge'),
    checkoutSessions: new Collection<CheckoutSession, CheckoutSecrets>(database, 'checkout.session'),
    customers: new Collection<Customer>(database, 'customer'),
    disputes: new Collection<Dispute>(database, 'dispute'),
    events,
    invoices: new Collection<Invoice, InvoiceSecrets>(database, 'invoice'),
    paymentIntents: new Collection<PaymentIntent>(database, 'payment_intent'),
    paymentMethods: new Collection<PaymentMethod, PaymentMethodSecrets>(database, 'payment_method'),
    prices: new Collection<Price, PriceSecrets>(database, 'price'),
    refunds: new Collection<Refund>(database, 'refund'),
    setupIntents: new Collection<SetupIntent>(database, 'setup_intent'),
    subscriptions: new Collection<Subscription, SubscriptionSecrets>(database, 'subscription'),
    log: createEventLog({ events, clock, calls, ...options }),
    /** Origin of the hosted pages, known once the server listens. */
    pageOrigin: '',
  }
}

export type CardProvider = ReturnType<typeof createCardProvider>
