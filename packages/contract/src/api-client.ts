import { apiPaths } from './api-paths.ts'
import type { Client, ClientChange } from './client.ts'
import type { Order, OrderChange, OrderCreation, OrderFilter, OrderPage, PaymentCheckAnswer } from './orders.ts'
import type { PricingAnswer, ServicePricesAnswer } from './pricing.ts'
import type { CheckCode, CheckCodeAnswer, RequestCode, RequestCodeAnswer } from './sign-in.ts'

/** One call on the wire. `idempotencyKey` goes out as a header with writes (API-11). */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
}

/** Sends a call and answers its parsed JSON, or throws a `CallError` (see error-body.ts). */
export type Send = <Answer>(call: Call) => Promise<Answer>

/** The typed calls of the product's API over whatever sends them. */
export function createApiClient(send: Send) {
  return {
    requestCode: (body: Omit<RequestCode, 'type'>) =>
      send<RequestCodeAnswer>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'request_code', ...body } }),
    checkCode: (body: Omit<CheckCode, 'type'>) =>
      send<CheckCodeAnswer>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'check_code', ...body } }),
    signOut: () => send<{ ok: boolean }>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'sign_out' } }),

    pricing: () => send<PricingAnswer>({ method: 'GET', path: apiPaths.pricing() }),
    servicePrices: () => send<ServicePricesAnswer>({ method: 'GET', path: apiPaths.servicePrices() }),

    me: () => send<Client>({ method: 'GET', path: apiPaths.me() }),
    changeMe: (body: ClientChange) => send<Client>({ method: 'PATCH', path: apiPaths.me(), body }),

    orders: (page: number, filter?: OrderFilter) =>
      send<OrderPage>({
        method: 'GET',
        path: `${apiPaths.orders()}?page=${page}${filter === undefined ? '' : `&filter=${filter}`}`,
      }),
    order: (id: string) => send<Order>({ method: 'GET', path: apiPaths.order(id) }),
    createOrder: (body: OrderCreation, idempotencyKey: string) =>
      send<Order>({ method: 'POST', path: apiPaths.orders(), body, idempotencyKey }),
    changeOrder: (id: string, body: OrderChange, idempotencyKey: string) =>
      send<Order>({ method: 'PATCH', path: apiPaths.order(id), body, idempotencyKey }),
    checkPayment: (id: string) => send<PaymentCheckAnswer>({ method: 'POST', path: apiPaths.paymentCheck(id) }),
  }
}

/** The calls by their names. */
export type ApiClient = ReturnType<typeof createApiClient>
