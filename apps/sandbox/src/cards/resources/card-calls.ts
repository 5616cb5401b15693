import { type CardCall, listCall, readCall } from '../api/card-call.ts'
import { accountCalls } from './account.ts'
import { checkoutCalls } from './checkouts.ts'
import { customerCalls } from './customers.ts'
import { invoiceCalls } from './invoices.ts'
import { paymentMethodCalls } from './payment-methods.ts'
import { createPrice } from './prices.ts'
import { createRefund } from './refunds.ts'
import { subscriptionCalls } from './subscriptions.ts'

/** Every call of the card provider's API that the sandbox answers: the product and its tests make no others. */
export const cardCalls: readonly CardCall[] = [
  ...accountCalls,
  ...checkoutCalls,
  ...customerCalls,
  ...paymentMethodCalls,
  createPrice,
  createRefund,
  ...subscriptionCalls,
  ...invoiceCalls,

  readCall('/checkout/sessions', 'checkoutSessions'),
  listCall('/checkout/sessions', 'checkoutSessions'),
  readCall('/customers', 'customers'),
  listCall('/payment_methods', 'paymentMethods', { customer: 'customer', type: 'type' }),
  readCall('/prices', 'prices'),
  // Every price is active: the sandbox archives none.
  listCall('/prices', 'prices', { lookup_keys: ['lookup_key'], active: null }),
  readCall('/refunds', 'refunds'),
  listCall('/refunds', 'refunds', { payment_intent: 'payment_intent' }),
  readCall('/subscriptions', 'subscriptions'),
  readCall('/invoices', 'invoices'),
  listCall('/invoices', 'invoices', { status: 'status', subscription: 'parent.subscription_details.subscription' }),
  readCall('/payment_intents', 'paymentIntents'),
  listCall('/payment_intents', 'paymentIntents', { customer: 'customer' }),
  listCall('/charges', 'charges', { customer: 'customer', payment_intent: 'payment_intent' }),
  // Real banks open and decide disputes; here the sandbox's controls do.
  readCall('/disputes', 'disputes'),
  listCall('/disputes', 'disputes', { payment_intent: 'payment_intent' }),
  // Finds events that a webhook missed.
  readCall('/events', 'events'),
  listCall('/events', 'events', { type: 'type', types: ['type'] }),
]
