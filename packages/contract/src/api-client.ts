import type { AccountLinkAnswer, AccountLinkUse } from './account-links.ts'
import { apiPaths } from './api-paths.ts'
import type { BalancePage, Client, ClientChange, MyData, NerdList } from './client.ts'
import type { MarketingConsent, OkAnswer } from './messages.ts'
import type { FirstData, FirstDataQuery } from './first-data.ts'
import type { NewClientForm } from './newcomers.ts'
import type { OrderFile, PageAnswer, ReceivedFiles, UploadArrival, UploadForm, UploadRequest } from './files.ts'
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
} from './sign-in.ts'
import type { SubscriptionList } from './subscriptions.ts'

/** One call on the wire. `idempotencyKey` goes out as a header with writes (API-11). */
export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  /** A form goes as it is, anything else as JSON. */
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  /** The call is to arrive though the page is being left. */
  keepalive?: boolean
}

/** Sends a call and answers its parsed JSON, or throws a `CallError` (see error-body.ts). */
export type Send = <Answer>(call: Call) => Promise<Answer>

/** The address of the one call that a visit begins with (decision 0060). */
export const firstDataPath = (wanted: FirstDataQuery): string =>
  `${apiPaths.firstData()}?${new URLSearchParams(wanted).toString()}`

/** The typed calls of the product's API over whatever sends them. */
export function createApiClient(send: Send) {
  return {
    requestCode: (body: Omit<RequestCode, 'type'>) =>
      send<RequestCodeAnswer>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'request_code', ...body } }),
    /** Signs in by a link, or says which account it would change (SAFE-05). */
    openLink: (body: Omit<CheckCode, 'type'>) =>
      send<CheckCodeAnswer | SwitchAnswer>({
        method: 'POST',
        path: apiPaths.factorAuth(),
        body: { type: 'check_code', ...body },
      }),
    checkCode: (body: Omit<CheckCode, 'type' | 'ask_to_switch'>) =>
      send<CheckCodeAnswer>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'check_code', ...body } }),
    signOut: () => send<{ ok: boolean }>({ method: 'POST', path: apiPaths.factorAuth(), body: { type: 'sign_out' } }),

    pricing: () => send<PricingAnswer>({ method: 'GET', path: apiPaths.pricing() }),
    servicePrices: () => send<ServicePricesAnswer>({ method: 'GET', path: apiPaths.servicePrices() }),
    lateCredit: () => send<LateCreditAnswer>({ method: 'GET', path: apiPaths.lateCredit() }),

    leaveNumber: (form: NewClientForm) =>
      send<OkAnswer>({ method: 'POST', path: apiPaths.newClient(), body: new URLSearchParams(form) }),
    textBack: (form: Record<'to' | 'from_num' | 'fake' | 'landing' | 'landing_query' | 'smstool_name', string>) =>
      send<OkAnswer>({ method: 'POST', path: apiPaths.textBack(), body: new URLSearchParams(form) }),
    unsubscribe: (token: string) => send<OkAnswer>({ method: 'POST', path: apiPaths.unsubscribe(token) }),

    openAccountLink: (body: AccountLinkUse) =>
      send<AccountLinkAnswer>({ method: 'POST', path: apiPaths.accountLink(), body }),

    firstData: (wanted: FirstDataQuery) => send<FirstData>({ method: 'GET', path: firstDataPath(wanted) }),
    me: () => send<Client>({ method: 'GET', path: apiPaths.me() }),
    changeMe: (body: ClientChange, { keepalive = false } = {}) =>
      send<Client>({ method: 'PATCH', path: apiPaths.me(), body, keepalive }),
    myData: () => send<MyData>({ method: 'GET', path: apiPaths.myData() }),
    subscriptions: (clientId: string) =>
      send<SubscriptionList>({ method: 'GET', path: apiPaths.subscriptions(clientId) }),
    marketingConsent: () => send<MarketingConsent>({ method: 'GET', path: apiPaths.marketingConsent() }),
    agreeToMarketing: (granted: boolean) =>
      send<MarketingConsent>({ method: 'PUT', path: apiPaths.marketingConsent(), body: { granted } }),
    balance: (page: number) => send<BalancePage>({ method: 'GET', path: `${apiPaths.myBalance()}?page=${page}` }),

    sessions: () => send<OpenSessions>({ method: 'GET', path: apiPaths.mySessions() }),
    signOutEverywhere: () => send<OkAnswer>({ method: 'POST', path: apiPaths.signOutEverywhere() }),
    myNerds: () => send<NerdList>({ method: 'GET', path: apiPaths.myNerds() }),
    beginUpload: (body: UploadRequest) => send<UploadForm>({ method: 'POST', path: apiPaths.uploads(), body }),
    renewUpload: (id: string) => send<UploadForm>({ method: 'POST', path: apiPaths.uploadForm(id) }),
    uploadArrived: (id: string) => send<UploadArrival>({ method: 'POST', path: apiPaths.uploadArrival(id) }),
    removeUpload: (id: string) => send<PageAnswer>({ method: 'DELETE', path: apiPaths.upload(id), keepalive: true }),
    orderFiles: (id: string) => send<OrderFile[]>({ method: 'GET', path: apiPaths.orderFiles(id) }),

    orderHistory: (id: string) => send<OrderHistory>({ method: 'GET', path: apiPaths.orderHistory(id) }),
    tipForm: (id: string) => send<TipForm>({ method: 'GET', path: apiPaths.tipForm(id) }),

    checkUploadPage: (pageId: string) => send<PageAnswer>({ method: 'POST', path: apiPaths.uploadPageCheck(pageId) }),
    beginPageUpload: (pageId: string, body: UploadRequest) =>
      send<UploadForm>({ method: 'POST', path: apiPaths.uploadPageForm(pageId), body }),
    pageUploadArrived: (pageId: string, id: string) =>
      send<UploadArrival>({ method: 'POST', path: apiPaths.uploadPageArrival(pageId, id) }),
    sendPageFiles: (pageId: string, body: ReceivedFiles) =>
      send<PageAnswer>({ method: 'POST', path: apiPaths.uploadPageReceive(pageId), body }),

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
    /** Tells that a client goes to the card page by the payment link (API-05). */
    paymentLinkSent: (id: string, idempotencyKey: string) =>
      send<Order>({
        method: 'PATCH',
        path: apiPaths.order(id),
        body: { option: 'payment_link_sent' } satisfies OrderChange,
        idempotencyKey,
        keepalive: true,
      }),
    checkPayment: (id: string) => send<PaymentCheckAnswer>({ method: 'POST', path: apiPaths.paymentCheck(id) }),
  }
}
