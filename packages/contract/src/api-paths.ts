import { pathOf } from './joined-path.ts'

/**
 * Every address of the HTTP API for clients and for other services, by a function that encodes what it is given (SAFE-01);
 * called with `':id'` it gives the server's route pattern.
 */
export const apiPaths = {
  factorAuth: () => '/api/v3/factor_auth',
  pricing: () => '/api/v1/pricing/gonerdify',
  servicePrices: () => '/api/v3/services',
  lateCredit: () => '/api/v3/late_credit',
  me: () => '/api/v3/users/client/me',
  /** The client and what the first screen of a visit needs, in one answer. */
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
  /** The same, after the provider was asked about card pages that nobody has heard of. */
  subscriptionCheck: (clientId: string) => pathOf`/api/v3/users/client/${clientId}/subscription_check`,
  subscriptionCancel: (id: string) => pathOf`/api/v3/subscriptions/${id}/cancel`,
  subscriptionResume: (id: string) => pathOf`/api/v3/subscriptions/${id}/resume`,
  subscriptionRefund: (id: string) => pathOf`/api/v3/subscriptions/${id}/refund`,
  subscriptionPlanPreview: (id: string) => pathOf`/api/v3/subscriptions/${id}/plan_preview`,
  subscriptionPlan: (id: string) => pathOf`/api/v3/subscriptions/${id}/plan`,
  orders: () => '/api/v3/orders',
  order: (id: string) => pathOf`/api/v3/orders/${id}`,
  /** What happens to the client's orders, as server-sent events (CAB-08). */
  orderStream: () => '/api/v3/order_stream',
  tipForm: (id: string) => pathOf`/api/v3/orders/${id}/tip_form`,
  paymentCheck: (id: string) => pathOf`/api/v3/orders/${id}/payment_check`,
  /** Whether a payment arrived, for whoever comes from its card page without a session (PAY-03). */
  paymentReturn: () => '/api/v1/payment_return',
  uploads: () => '/api/v3/uploads',
  upload: (id: string) => pathOf`/api/v3/uploads/${id}`,
  uploadForm: (id: string) => pathOf`/api/v3/uploads/${id}/form`,
  uploadArrival: (id: string) => pathOf`/api/v3/uploads/${id}/arrival`,
  orderFiles: (id: string) => pathOf`/api/v3/orders/${id}/files`,
  orderHistory: (id: string) => pathOf`/api/v3/orders/${id}/history`,
  /** The short-lived address that `location` of a file names (FILE-04). */
  fileDownload: (token: string) => pathOf`/f/${token}`,
  /** The calls of the upload page (API-07); `pageId` is the unguessable key of UP-04. */
  uploadPageCheck: (pageId: string) => pathOf`/api/webhooks/files/${pageId}/check`,
  uploadPageForm: (pageId: string) => pathOf`/api/webhooks/files/${pageId}/form`,
  uploadPageArrival: (pageId: string, uploadId: string) =>
    pathOf`/api/webhooks/files/${pageId}/uploads/${uploadId}/arrival`,
  uploadPageReceive: (pageId: string) => pathOf`/api/webhooks/files/${pageId}/receive`,
  marketingConsent: () => '/api/v3/users/client/me/marketing_consent',
  newClient: () => '/api/v1/client',
  /** What a link in a message does to an account without signing in (SAFE-02, SAFE-13). */
  accountLink: () => '/api/v1/account_link',
  textBack: () => '/api/v1/text-back',
  /** Forwards to where people chat with us (PUB-05). */
  messenger: () => '/messenger',
  unsubscribe: (token: string) => pathOf`/api/v1/unsubscribe/${token}`,
  /** Where the SMS provider sends what people text to us, and reports on a message of ours. */
  smsReplies: () => '/webhooks/sms',
  smsReports: (messageId: string) => pathOf`/webhooks/sms/reports/${messageId}`,
  /** Where a visitor is, at ANALYTICS_URL (API-08); the specification asks it with `?geo=1`. */
  visitor: () => '/ipinfo/me',
  openApi: () => '/api/openapi.json',
  healthz: () => '/healthz',
  /** What a process counted, for Prometheus (OPS-03). */
  metrics: () => '/metrics',
  readyz: () => '/readyz',
  cardEvents: () => '/webhooks/stripe',
} as const

/** Request header that makes a repeated write answer the first answer (API-11). */
export const idempotencyHeader = 'idempotency-key'

/** Request header that names the person who acts for operations (OPS-01). */
export const operatorHeader = 'x-operator'
