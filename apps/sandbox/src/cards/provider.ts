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
import { EventLog } from './webhooks/event-log.ts'
import { noSwitches, type WebhookSwitches } from './webhooks/webhook-switches.ts'

/** The card provider's whole state, which its API, its pages and its clock share. */
export interface CardProvider {
  readonly database: DatabaseSync
  readonly clock: SandboxClock
  readonly charges: Collection<Charge>
  readonly checkoutSessions: Collection<CheckoutSession, CheckoutSecrets>
  readonly customers: Collection<Customer>
  readonly disputes: Collection<Dispute>
  readonly events: Collection<EventObject>
  readonly invoices: Collection<Invoice, InvoiceSecrets>
  readonly paymentIntents: Collection<PaymentIntent>
  readonly paymentMethods: Collection<PaymentMethod, PaymentMethodSecrets>
  readonly prices: Collection<Price, PriceSecrets>
  readonly refunds: Collection<Refund>
  readonly setupIntents: Collection<SetupIntent>
  readonly subscriptions: Collection<Subscription, SubscriptionSecrets>
  readonly log: EventLog
  /** Origin of the hosted pages, known once the server listens. */
  pageOrigin: string
}

/** The provider over its database. */
export function createCardProvider(
  database: DatabaseSync,
  clock: SandboxClock,
  calls: OutgoingCalls,
  options: { readonly webhookUrl: string; readonly switches: Readonly<WebhookSwitches> },
): CardProvider {
  const events = new Collection<EventObject>(database, 'event')
  return {
    database,
    clock,
    charges: new Collection(database, 'charge'),
    checkoutSessions: new Collection(database, 'checkout.session'),
    customers: new Collection(database, 'customer'),
    disputes: new Collection(database, 'dispute'),
    events,
    invoices: new Collection(database, 'invoice'),
    paymentIntents: new Collection(database, 'payment_intent'),
    paymentMethods: new Collection(database, 'payment_method'),
    prices: new Collection(database, 'price'),
    refunds: new Collection(database, 'refund'),
    setupIntents: new Collection(database, 'setup_intent'),
    subscriptions: new Collection(database, 'subscription'),
    log: new EventLog({ events, clock, calls, ...options }),
    pageOrigin: '',
  }
}

/** Fresh switches: everything is delivered. */
export function createWebhookSwitches(): WebhookSwitches {
  return { ...noSwitches }
}
