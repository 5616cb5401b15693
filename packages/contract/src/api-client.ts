import type { AccountLinkAnswer, AccountLinkLook, AccountLinkUse } from './account-links.ts'
import { apiPaths } from './api-paths.ts'
import type { BalancePage, Client, ClientChange, MyData, NerdList } from './client.ts'
import type { MarketingConsent, OkAnswer } from './messages.ts'
import type { FirstData, FirstDataQuery } from './first-data.ts'
import type { NewClientForm, TextBackForm } from './newcomers.ts'
import type { OrderFile, ReceivedFiles, UploadArrival, UploadForm, UploadRequest } from './files.ts'
import type {
  Order,
  OrderChange,
  OrderCreation,
  OrderFilter,
  OrderHistory,
  OrderPage,
  PaymentCheckAnswer,
} from './orders.ts'
import type { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from './pricing.ts'
import type { TipForm } from './tips.ts'
import type {
  CheckCode,
  CheckCodeAnswer,
  OpenSessions,
  RequestCode,
  RequestCodeAnswer,
  SwitchAnswer,
  PressAnswer,
} from './sign-in.ts'
import type { SubscriptionList } from './subscriptions.ts'

/** A call. `idempotencyKey` is sent as a header with writes (API-11). */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  /** A form is sent as it is, anything else as JSON. */
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  /** Lets the call complete after the page closes. */
  keepalive?: boolean
}

/** Sends a call and returns its parsed JSON, or throws a `CallError` (see error-body.ts). */
export type Send = <Answer>(call: Call) => Promise<Answer>

/** The address of a visit's first call, with its query (decision 0060). */
export const firstDataPath = (query: FirstDataQuery): string =>
  `${apiPaths.firstData()}?${new URLSearchParams(query).toString()}`

/** The calls of a newcomer at `/start`, which loads no others (DOOR-01). */
export const createNewcomerClient = (send: Send) => ({
  pricing: () => send<PricingAnswer>({ method: 'GET', path: apiPaths.pricing() }),
  requestCode: (body: Omit<RequestCode, 'type'>) =>
    send<RequestCodeAnswer>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'request_code', ...body } }),
  checkCode: (body: Omit<CheckCode, 'type' | 'ask_to_switch'>) =>
    send<CheckCodeAnswer>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'check_code', ...body } }),
})

/** The typed calls of the product's API over a transport. */
export function createApiClient(send: Send) {
  const get = <Answer>(path: string) => send<Answer>({ method: 'GET', path })
  const post = <Answer>(path: string, body?: unknown) => send<Answer>({ method: 'POST', path, body })
  return {
    ...createNewcomerClient(send),
    /** Signs in by a link, or returns the effect of a press on it (SAFE-05, AUTH-10). */
    openLink: (body: Omit<CheckCode, 'type'>) =>
      post<CheckCodeAnswer | SwitchAnswer | PressAnswer>(apiPaths.factorAuth(), { type: 'check_code', ...body }),
    signOut: () => post<OkAnswer>(apiPaths.factorAuth(), { type: 'sign_out' }),

    servicePrices: () => get<ServicePricesAnswer>(apiPaths.servicePrices()),
    lateCredit: () => get<LateCreditAnswer>(apiPaths.lateCredit()),

    leaveNumber: (form: NewClientForm, idempotencyKey: string) =>
      send<OkAnswer>({ method: 'POST', path: apiPaths.newClient(), body: new URLSearchParams(form), idempotencyKey }),
    textBack: (form: TextBackForm) => post<OkAnswer>(apiPaths.textBack(), new URLSearchParams(form)),
    unsubscribe: (token: string) => post<OkAnswer>(apiPaths.unsubscribe(token)),

    lookAtAccountLink: (link: Omit<AccountLinkUse, 'look'>) =>
      post<AccountLinkLook>(apiPaths.accountLink(), { ...link, look: true }),
    openAccountLink: (body: AccountLinkUse) => post<AccountLinkAnswer>(apiPaths.accountLink(), body),

    firstData: (query: FirstDataQuery) => get<FirstData>(firstDataPath(query)),
    me: () => get<Client>(apiPaths.me()),
    changeMe: (body: ClientChange, { keepalive = false } = {}) =>
      send<Client>({ method: 'PATCH', path: apiPaths.me(), body, keepalive }),
    myData: () => get<MyData>(apiPaths.myData()),
    subscriptions: (clientId: string) => get<SubscriptionList>(apiPaths.subscriptions(clientId)),
    marketingConsent: () => get<MarketingConsent>(apiPaths.marketingConsent()),
    agreeToMarketing: (granted: boolean) =>
      send<MarketingConsent>({ method: 'PUT', path: apiPaths.marketingConsent(), body: { granted } }),
    balance: (page: number) => get<BalancePage>(`${apiPaths.myBalance()}?page=${page}`),

    sessions: () => get<OpenSessions>(apiPaths.mySessions()),
    signOutEverywhere: () => post<OkAnswer>(apiPaths.signOutEverywhere()),
    myNerds: () => get<NerdList>(apiPaths.myNerds()),
    beginUpload: (body: UploadRequest) => post<UploadForm>(apiPaths.uploads(), body),
    renewUpload: (id: string) => post<UploadForm>(apiPaths.uploadForm(id)),
    uploadArrived: (id: string) => post<UploadArrival>(apiPaths.uploadArrival(id)),
    removeUpload: (id: string) => send<OkAnswer>({ method: 'DELETE', path: apiPaths.upload(id), keepalive: true }),
    orderFiles: (id: string) => get<OrderFile[]>(apiPaths.orderFiles(id)),

    orderHistory: (id: string) => get<OrderHistory>(apiPaths.orderHistory(id)),
    tipForm: (id: string) => get<TipForm>(apiPaths.tipForm(id)),

    checkUploadPage: (pageId: string) => post<OkAnswer>(apiPaths.uploadPageCheck(pageId)),
    beginPageUpload: (pageId: string, body: UploadRequest) => post<UploadForm>(apiPaths.uploadPageForm(pageId), body),
    pageUploadArrived: (pageId: string, id: string) => post<UploadArrival>(apiPaths.uploadPageArrival(pageId, id)),
    sendPageFiles: (pageId: string, body: ReceivedFiles) => post<OkAnswer>(apiPaths.uploadPageReceive(pageId), body),

    orders: (page: number, filter: OrderFilter, q = '') => {
      const query = new URLSearchParams({ page: String(page), filter, ...(q !== '' && { q }) })
      return get<OrderPage>(`${apiPaths.orders()}?${query}`)
    },
    order: (id: string) => get<Order>(apiPaths.order(id)),
    createOrder: (body: OrderCreation, idempotencyKey: string) =>
      send<Order>({ method: 'POST', path: apiPaths.orders(), body, idempotencyKey }),
    changeOrder: (id: string, body: OrderChange, idempotencyKey: string) =>
      send<Order>({ method: 'PATCH', path: apiPaths.order(id), body, idempotencyKey }),
    /** Reports that a client opens the card page by the payment link (API-05). */
    paymentLinkSent: (id: string, idempotencyKey: string) =>
      send<Order>({
        method: 'PATCH',
        path: apiPaths.order(id),
        body: { option: 'payment_link_sent' } satisfies OrderChange,
        idempotencyKey,
        keepalive: true,
      }),
    checkPayment: (id: string) => post<PaymentCheckAnswer>(apiPaths.paymentCheck(id)),
  }
}
