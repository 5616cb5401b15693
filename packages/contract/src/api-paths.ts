/** Every address of the HTTP API, by a function; called with `':id'` it gives the server's route pattern. */
export const apiPaths = {
  factorAuth: () => '/api/v3/factor_auth',
  pricing: () => '/api/v1/pricing/gonerdify',
  servicePrices: () => '/api/v3/services',
  me: () => '/api/v3/users/client/me',
  orders: () => '/api/v3/orders',
  order: (id: string) => `/api/v3/orders/${id}`,
  paymentCheck: (id: string) => `/api/v3/orders/${id}/payment_check`,
  opsOrders: () => '/api/ops/orders',
  opsOrder: (idOrNumber: string) => `/api/ops/orders/${idOrNumber}`,
  opsOrderEvents: (idOrNumber: string) => `/api/ops/orders/${idOrNumber}/events`,
  opsClients: () => '/api/ops/clients',
  opsClient: (id: string) => `/api/ops/clients/${id}`,
  opsPricing: () => '/api/ops/pricing',
  opsServices: () => '/api/ops/services',
  opsDiscount: (code: string) => `/api/ops/discounts/${code}`,
  opsMessages: () => '/api/ops/messages',
  openApi: () => '/api/openapi.json',
  healthz: () => '/healthz',
  readyz: () => '/readyz',
  cardEvents: () => '/webhooks/stripe',
} as const

/** Request header that makes a repeated write answer the first answer (API-11). */
export const idempotencyHeader = 'idempotency-key'

/** Request header that names the person who acts for operations (OPS-01). */
export const operatorHeader = 'x-operator'
