import type { DatabaseSync } from 'node:sqlite'
import type { SandboxClock } from '../clock.ts'
import type { OutgoingCalls } from '../outgoing/outgoing-calls.ts'
import { Collection } from './collection.ts'
import type { Charge } from './objects/charge.ts'
import type { CheckoutSecrets, CheckoutSession } from './objects/checkout-session.ts'
import type { Customer } from './objects/customer.ts'
import type { Dispute } from './objects/dispute.ts'
import { type EventObject, type EventType, newEvent } from './objects/event.ts'
import type { Invoice, InvoiceSecrets } from './objects/invoice.ts'
import type { PaymentIntent } from './objects/payment-intent.ts'
import type { PaymentMethod, PaymentMethodSecrets } from './objects/payment-method.ts'
import type { Price, PriceSecrets } from './objects/price.ts'
import type { Refund } from './objects/refund.ts'
import type { SetupIntent } from './objects/setup-intent.ts'
import type { Subscription, SubscriptionSecrets } from './objects/subscription.ts'
import { type WebhookSwitches, webhookKind } from './webhooks/webhook-calls.ts'
import type { WireObject } from './objects/stored.ts'

/** The card provider over its database: the whole state, shared by its API, its pages and its clock. */
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
    webhookUrl: options.webhookUrl,
    /** Origin of the hosted pages, known once the server listens. */
    pageOrigin: '',
  }
}

export type CardProvider = ReturnType<typeof createCardProvider>

/** The dependencies of the event log. */
interface EventLogParts {
  readonly events: Collection<EventObject>
  readonly clock: SandboxClock
  readonly calls: OutgoingCalls
  readonly switches: Readonly<WebhookSwitches>
  readonly webhookUrl: string
}

/** Records events and queues the merchant's webhook for them. */
function createEventLog({ events, clock, calls, switches, webhookUrl: url }: EventLogParts) {
  const queueWebhook = (event: EventObject, delayMs: number): void => {
    const content_type = 'application/json; charset=utf-8'
    calls.add({ kind: webhookKind, subject: event.id, url, content_type, body: JSON.stringify(event) }, delayMs)
  }
  return {
    /** Records an event with an object's current state. */
    record(type: EventType, subject: WireObject): void {
      const event = events.add(newEvent(type, subject, clock.seconds()))
      if (switches.drop) return
      for (let copy = 0; copy < switches.copies; copy++) queueWebhook(event, Math.random() * switches.jitter_ms)
    },
    /** Resends an event, as the provider's dashboard can. */
    resend: (eventId: string): void => queueWebhook(events.get(eventId, 'event'), 0),
  }
}
