import { pathOf } from './joined-path.ts'

/**
 * Every address of the HTTP API for clients and for other services; each function encodes its arguments (SAFE-01).
 * Called with `':id'` it gives the server's route pattern.
 */
export const apiPaths = {
  factorAuth: () => '/api/v3/factor_auth',
  pricing: () => '/api/v1/pricing/gonerdify',
  servicePrices: () => '/api/v3/services',
  lateCredit: () => '/api/v3/late_credit',
  me: () => '/api/v3/users/client/me',
  /** The client with the data of the visit's first screen. */
  firstData: () => '/api/v3/first_data',
  myData: () => '/api/v3/users/client/me/data',
  myBalance: () => '/api/v3/users/client/me/balance',
  myNerds: () => '/api/v3/users/client/me/nerds',
  mySessions: () => '/api/v3/users/client/me/sessions',
  signOutEverywhere: () => '/api/v3/users/client/me/sign_out_everywhere',
  /** SUB-07 to SUB-09; the misspelling is the specification's (API-12). */
  createSubscriptionSession: (clientId: string) =>
    pathOf`/api/v3/users/client/${clientId}/create_subscription_sesssion`,
  createCardSession: (clientId: string) =>
    pathOf`/api/v3/users/client/${clientId}/create_setup_payment_method_sesssion`,
  subscriptions: (clientId: string) => pathOf`/api/v3/users/client/${clientId}/rawsubscriptions`,
  /** The subscription, after a check with the provider for card pages without a webhook. */
  subscriptionCheck: (clientId: string) => pathOf`/api/v3/users/client/${clientId}/subscription_check`,
  subscriptionCancel: (id: string) => pathOf`/api/v3/subscriptions/${id}/cancel`,
  subscriptionResume: (id: string) => pathOf`/api/v3/subscriptions/${id}/resume`,
  subscriptionRefund: (id: string) => pathOf`/api/v3/subscriptions/${id}/refund`,
  subscriptionPlanPreview: (id: string) => pathOf`/api/v3/subscriptions/${id}/plan_preview`,
  subscriptionPlan: (id: string) => pathOf`/api/v3/subscriptions/${id}/plan`,
  orders: () => '/api/v3/orders',
  order: (id: string) => pathOf`/api/v3/orders/${id}`,
  /** Server-sent events about the client's orders (CAB-08). */
  orderStream: () => '/api/v3/order_stream',
  tipForm: (id: string) => pathOf`/api/v3/orders/${id}/tip_form`,
  paymentCheck: (id: string) => pathOf`/api/v3/orders/${id}/payment_check`,
  /** Whether a payment arrived, for a browser without a session that returns from the card page (PAY-03). */
  paymentReturn: () => '/api/v1/payment_return',
  uploads: () => '/api/v3/uploads',
  upload: (id: string) => pathOf`/api/v3/uploads/${id}`,
  uploadForm: (id: string) => pathOf`/api/v3/uploads/${id}/form`,
  uploadArrival: (id: string) => pathOf`/api/v3/uploads/${id}/arrival`,
  orderFiles: (id: string) => pathOf`/api/v3/orders/${id}/files`,
  orderHistory: (id: string) => pathOf`/api/v3/orders/${id}/history`,
  /** The short-lived address in a file's `location` (FILE-04). */
  fileDownload: (token: string) => pathOf`/f/${token}`,
  /** The calls of the upload page (API-07); `pageId` is the unguessable key of UP-04. */
  uploadPageCheck: (pageId: string) => pathOf`/api/webhooks/files/${pageId}/check`,
  uploadPageForm: (pageId: string) => pathOf`/api/webhooks/files/${pageId}/form`,
  uploadPageArrival: (pageId: string, uploadId: string) =>
    pathOf`/api/webhooks/files/${pageId}/uploads/${uploadId}/arrival`,
  uploadPageReceive: (pageId: string) => pathOf`/api/webhooks/files/${pageId}/receive`,
  marketingConsent: () => '/api/v3/users/client/me/marketing_consent',
  newClient: () => '/api/v1/client',
  /** The use of a message's link, without signing in (SAFE-02, SAFE-13). */
  accountLink: () => '/api/v1/account_link',
  textBack: () => '/api/v1/text-back',
  /** Redirects to our chat (PUB-05). */
  messenger: () => '/messenger',
  unsubscribe: (token: string) => pathOf`/api/v1/unsubscribe/${token}`,
  /** Webhooks of the SMS provider: incoming texts and delivery reports. */
  smsReplies: () => '/webhooks/sms',
  smsReports: (messageId: string) => pathOf`/webhooks/sms/reports/${messageId}`,
  /** The visitor's country, at ANALYTICS_URL (API-08); the specification calls it with `?geo=1`. */
  visitor: () => '/ipinfo/me',
  openApi: () => '/api/openapi.json',
  healthz: () => '/healthz',
  /** The process's metrics for Prometheus (OPS-03). */
  metrics: () => '/metrics',
  readyz: () => '/readyz',
  cardEvents: () => '/webhooks/stripe',
} as const

/** Request header that makes a write idempotent (API-11). */
export const idempotencyHeader = 'idempotency-key'
