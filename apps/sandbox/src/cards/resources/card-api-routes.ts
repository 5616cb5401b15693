import type { ApiRoute } from '../api/api-route.ts'
import { checkoutSessionRoutes } from './checkout-sessions.ts'
import { customerRoutes } from './customers.ts'
import { eventRoutes } from './events.ts'
import { invoiceRoutes } from './invoices.ts'
import { paymentMethodRoutes } from './payment-methods.ts'
import { priceRoutes } from './prices.ts'
import { listRoute, readRoute } from './read-routes.ts'
import { refundRoutes } from './refunds.ts'
import { subscriptionRoutes } from './subscriptions.ts'

/** Every call of the card provider's API that the sandbox answers: those that the product or its tests make. */
export const cardApiRoutes: readonly ApiRoute[] = [
  ...checkoutSessionRoutes,
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...eventRoutes,
  readRoute('/payment_intents', 'paymentIntents'),
  listRoute('/payment_intents', 'paymentIntents', 'customer'),
  listRoute('/charges', 'charges', 'customer', 'payment_intent'),
  // Banks open and decide disputes; here the sandbox's controls do.
  readRoute('/disputes', 'disputes'),
  listRoute('/disputes', 'disputes', 'payment_intent'),
]
