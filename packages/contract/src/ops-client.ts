import type { Send } from './api-client.ts'
import type { Books, BooksQuery, DaySettlement } from './books.ts'
import type { OrderFiles, UploadPageAddress } from './files.ts'
import type {
  AnswerPosting,
  AnswerPreview,
  NoAnswerQuery,
  OperationsContact,
  OperationsConversation,
  OperationsConversationPage,
  OperationsConversationsQuery,
} from './conversations.ts'
import type { BalanceSlice, FoundClientPage, OperationsClientWithLists } from './finding.ts'
import type { OkAnswer } from './messages.ts'
import type {
  NerdChange,
  NerdCreation,
  NerdMerge,
  NerdPage,
  NerdPayout,
  NerdsQuery,
  OwedToNerds,
  RegisteredNerd,
} from './nerds.ts'
import type {
  BalanceCredit,
  BalanceDebit,
  BonusRefusal,
  PlanEnd,
  ContactCorrection,
  Discount,
  DiscountChange,
  DiscountUsePage,
  EventPosting,
  FileRemoval,
  FilesReceivedPage,
  LoggedActions,
  LogQuery,
  Message,
  OperationsClient,
  OperationsOrderChange,
  OperationsOrderPage,
  OperationsOrdersQuery,
  OperationsOrderWithHistory,
  OrderAgreement,
  RefundPosting,
  OperationsPrices,
  PricingChange,
  ServicePricesChange,
  WaitingBonuses,
} from './operations.ts'
import { opsPaths } from './ops-paths.ts'
import type { LateCreditAnswer, PricingAnswer, ServicePricesAnswer } from './pricing.ts'
import type { SubscriptionList } from './subscriptions.ts'
import type { OrderTake, QueuePage, QueueQuery } from './queue.ts'
import type { SavedReplies, SavedReplyChange, SavedReplyCreation } from './saved-replies.ts'
import type {
  OperatorAnswer,
  StaffChange,
  StaffInvitation,
  StaffLinkAnswer,
  StaffLinkRequest,
  StaffLinkUse,
  StaffLinkUseAnswer,
  StaffList,
  StaffMember,
} from './staff.ts'

/** The calls of a transport, by method. */
function methodsOf(send: Send) {
  return {
    get: <Answer>(path: string) => send<Answer>({ method: 'GET', path }),
    post: <Answer>(path: string, body?: unknown) => send<Answer>({ method: 'POST', path, body }),
    write: <Answer>(path: string, body: unknown, idempotencyKey: string) =>
      send<Answer>({ method: 'POST', path, body, idempotencyKey }),
    overwrite: <Answer>(
      method: 'PUT' | 'PATCH',
      path: string,
      { version, ...call }: { body: unknown; version: string; idempotencyKey: string },
    ) => send<Answer>({ method, path: `${path}?${new URLSearchParams({ version })}`, ...call }),
  }
}

/** The calls about the books, the log and the staff. */
function officeCalls(send: Send) {
  const { get, write } = methodsOf(send)
  return {
    books: (query: BooksQuery) => get<Books>(`${opsPaths.books()}?${new URLSearchParams(query)}`),
    compareBooks: (day: string, idempotencyKey: string) =>
      write<Books>(opsPaths.booksCompare(day), undefined, idempotencyKey),
    settleBooks: (day: string, body: DaySettlement, idempotencyKey: string) =>
      write<Books>(opsPaths.booksSettle(day), body, idempotencyKey),
    log: (query: LogQuery) => get<LoggedActions>(`${opsPaths.log()}?${new URLSearchParams(query)}`),
    staff: () => get<StaffList>(opsPaths.staff()),
    inviteStaff: (body: StaffInvitation, idempotencyKey: string) =>
      write<StaffMember>(opsPaths.staff(), body, idempotencyKey),
    changeStaff: (id: string, body: StaffChange, idempotencyKey: string) =>
      send<StaffMember>({ method: 'PATCH', path: opsPaths.staffMember(id), body, idempotencyKey }),
    removeStaff: (id: string, idempotencyKey: string) =>
      write<StaffMember>(opsPaths.staffRemove(id), undefined, idempotencyKey),
  }
}

/** The address of a slice after a cursor. */
const sliceAt = (path: string, cursor: string | null): string =>
  cursor === null ? path : `${path}?${new URLSearchParams({ cursor })}`

/** The calls about Nerds, prices and coupons (DESK-05). */
function catalogCalls(send: Send) {
  const { get, write, overwrite } = methodsOf(send)
  return {
    nerds: (query: NerdsQuery) => get<NerdPage>(`${opsPaths.nerds()}?${new URLSearchParams(query)}`),
    nerd: (id: string) => get<RegisteredNerd>(opsPaths.nerd(id)),
    addNerd: (body: NerdCreation, idempotencyKey: string) =>
      write<RegisteredNerd>(opsPaths.nerds(), body, idempotencyKey),
    changeNerd: (id: string, body: NerdChange, version: string, idempotencyKey: string) =>
      overwrite<RegisteredNerd>('PATCH', opsPaths.nerd(id), { body, version, idempotencyKey }),
    mergeNerd: (id: string, body: NerdMerge, idempotencyKey: string) =>
      write<RegisteredNerd>(opsPaths.nerdMerge(id), body, idempotencyKey),
    nerdOwed: (id: string) => get<OwedToNerds>(opsPaths.nerdOwed(id)),
    payNerd: (id: string, body: NerdPayout, idempotencyKey: string) =>
      write<OwedToNerds>(opsPaths.nerdPayouts(id), body, idempotencyKey),

    prices: () => get<OperationsPrices>(opsPaths.prices()),
    changeRates: (body: PricingChange, version: string, idempotencyKey: string) =>
      overwrite<PricingAnswer>('PUT', opsPaths.pricing(), { body, version, idempotencyKey }),
    changeServices: (body: ServicePricesChange, version: string, idempotencyKey: string) =>
      overwrite<ServicePricesAnswer>('PUT', opsPaths.services(), { body, version, idempotencyKey }),
    changeLateCredit: (body: LateCreditAnswer, version: string, idempotencyKey: string) =>
      overwrite<LateCreditAnswer>('PUT', opsPaths.lateCredit(), { body, version, idempotencyKey }),

    coupons: (cursor: string | null) =>
      get<{ results: Discount[]; next: string | null }>(sliceAt(opsPaths.discounts(), cursor)),
    coupon: (code: string) => get<Discount>(opsPaths.discount(code)),
    couponUses: (code: string, cursor: string | null) =>
      get<DiscountUsePage>(sliceAt(opsPaths.discountUses(code), cursor)),
    changeCoupon: (code: string, body: DiscountChange, version: string, idempotencyKey: string) =>
      overwrite<Discount>('PUT', opsPaths.discount(code), { body, version, idempotencyKey }),
    endCoupon: (code: string, idempotencyKey: string) =>
      write<Discount>(opsPaths.discountOff(code), undefined, idempotencyKey),
  }
}

/** The calls about messages (DESK-04). */
function conversationCalls(send: Send) {
  const { get, post, write, overwrite } = methodsOf(send)
  return {
    contact: (id: string) => get<OperationsContact>(opsPaths.contact(id)),
    answerContact: (id: string, text: string, idempotencyKey: string) =>
      write<OperationsContact>(opsPaths.contactAnswers(id), { text }, idempotencyKey),
    noContactAnswerNeeded: (id: string, idempotencyKey: string) =>
      write<OperationsContact>(opsPaths.contactNoAnswerNeeded(id), undefined, idempotencyKey),
    conversations: (query: OperationsConversationsQuery) =>
      get<OperationsConversationPage>(`${opsPaths.conversations()}?${new URLSearchParams(query)}`),
    conversation: (id: string, before?: string) =>
      get<OperationsConversation>(`${opsPaths.conversation(id)}${before === undefined ? '' : `?before=${before}`}`),
    answerConversation: (id: string, body: AnswerPosting, idempotencyKey: string) =>
      write<OperationsConversation>(opsPaths.conversationAnswers(id), body, idempotencyKey),
    noteConversation: (id: string, text: string, idempotencyKey: string) =>
      write<OperationsConversation>(opsPaths.conversationNotes(id), { text }, idempotencyKey),
    previewAnswer: (id: string, text: string) => post<AnswerPreview>(opsPaths.conversationPreview(id), { text }),
    readConversation: (id: string, last: string) =>
      post<OperationsConversation>(opsPaths.conversationRead(id), { last }),
    takeBackAnswer: (id: string, idempotencyKey: string) =>
      write<OperationsConversation>(opsPaths.conversationTakeBack(id), undefined, idempotencyKey),
    replies: () => get<SavedReplies>(opsPaths.replies()),
    addReply: (body: SavedReplyCreation, idempotencyKey: string) =>
      write<SavedReplies>(opsPaths.replies(), body, idempotencyKey),
    changeReply: (id: string, body: SavedReplyChange, version: string, idempotencyKey: string) =>
      overwrite<SavedReplies>('PATCH', opsPaths.reply(id), { body, version, idempotencyKey }),
    removeReply: (id: string, version: string, idempotencyKey: string) =>
      write<SavedReplies>(`${opsPaths.replyRemove(id)}?${new URLSearchParams({ version })}`, undefined, idempotencyKey),
    noAnswerNeeded: (id: string, query: NoAnswerQuery, idempotencyKey: string) =>
      write<OperationsConversation>(
        `${opsPaths.conversationNoAnswerNeeded(id)}?${new URLSearchParams(query)}`,
        undefined,
        idempotencyKey,
      ),
  }
}

/** The typed calls of operations over a transport: of the desk, the command-line tool and the journeys. */
export function createOpsClient(send: Send) {
  const { get, post, write } = methodsOf(send)
  return {
    ...officeCalls(send),

    me: () => get<OperatorAnswer>(opsPaths.me()),
    requestLink: (body: StaffLinkRequest) => post<StaffLinkAnswer>(opsPaths.signIn(), body),
    openLink: (body: StaffLinkUse) => post<StaffLinkUseAnswer>(opsPaths.signInKey(), body),
    signOut: () => post<OkAnswer>(opsPaths.signOut()),

    queue: (query: QueueQuery) => get<QueuePage>(`${opsPaths.queue()}?${new URLSearchParams(query)}`),
    resendMessage: (id: string, idempotencyKey: string) =>
      write<Message>(opsPaths.messageResend(id), undefined, idempotencyKey),
    /** Takes an order for the caller, or gives it to a colleague (OPS-09). */
    takeOrder: (id: string, idempotencyKey: string, body: OrderTake = {}) =>
      write<OperationsOrderWithHistory>(opsPaths.orderTake(id), body, idempotencyKey),
    mailWorkSheet: (id: string, idempotencyKey: string) =>
      write<OperationsOrderWithHistory>(opsPaths.orderWorkSheets(id), undefined, idempotencyKey),
    releaseOrder: (id: string, idempotencyKey: string) =>
      write<OperationsOrderWithHistory>(opsPaths.orderRelease(id), undefined, idempotencyKey),

    order: (idOrNumber: string) => get<OperationsOrderWithHistory>(opsPaths.order(idOrNumber)),
    orders: (query: OperationsOrdersQuery) =>
      get<OperationsOrderPage>(`${opsPaths.orders()}?${new URLSearchParams(query)}`),
    orderFiles: (id: string) => get<OrderFiles>(opsPaths.orderFiles(id)),
    removeOrderFile: (id: string, body: FileRemoval, idempotencyKey: string) =>
      write<OrderFiles>(opsPaths.orderFileRemovals(id), body, idempotencyKey),
    changeOrder: (id: string, body: OperationsOrderChange, idempotencyKey: string) =>
      send<OperationsOrderWithHistory>({ method: 'PATCH', path: opsPaths.order(id), body, idempotencyKey }),
    /** The order after a change, without storing it (OPS-05). */
    tryOrderChange: (id: string, body: OperationsOrderChange) =>
      send<OperationsOrderWithHistory>({ method: 'PATCH', path: opsPaths.order(id), body: { ...body, dry_run: true } }),
    refundOrder: (id: string, body: RefundPosting, idempotencyKey: string) =>
      write<OperationsOrderWithHistory>(opsPaths.orderRefunds(id), body, idempotencyKey),
    agreeOrder: (id: string, body: OrderAgreement, idempotencyKey: string) =>
      write<OperationsOrderWithHistory>(opsPaths.orderAgreement(id), body, idempotencyKey),
    postEvent: (id: string, body: EventPosting, idempotencyKey: string) =>
      write<OperationsOrderWithHistory>(opsPaths.orderEvents(id), body, idempotencyKey),

    client: (id: string) => get<OperationsClientWithLists>(opsPaths.client(id)),
    clients: (q: string) => get<FoundClientPage>(`${opsPaths.clients()}?${new URLSearchParams({ q })}`),
    clientFiles: (id: string) => get<FilesReceivedPage>(opsPaths.clientFiles(id)),
    balanceChanges: (id: string, cursor: string | null) =>
      get<BalanceSlice>(sliceAt(opsPaths.clientBalanceChanges(id), cursor)),
    makeUploadPage: (id: string, idempotencyKey: string) =>
      write<UploadPageAddress>(opsPaths.uploadPage(id), undefined, idempotencyKey),
    blockClient: (id: string, idempotencyKey: string) =>
      write<OperationsClient>(opsPaths.clientBlock(id), undefined, idempotencyKey),
    unblockClient: (id: string, idempotencyKey: string) =>
      write<OperationsClient>(opsPaths.clientUnblock(id), undefined, idempotencyKey),
    signClientOut: (id: string, idempotencyKey: string) =>
      write<OperationsClient>(opsPaths.clientSignOut(id), undefined, idempotencyKey),
    correctContact: (id: string, body: ContactCorrection, idempotencyKey: string) =>
      write<OperationsClient>(opsPaths.clientContact(id), body, idempotencyKey),
    creditClient: (id: string, body: BalanceCredit, idempotencyKey: string) =>
      write<OperationsClient>(opsPaths.clientBalanceCredits(id), body, idempotencyKey),
    debitClient: (id: string, body: BalanceDebit, idempotencyKey: string) =>
      write<OperationsClient>(opsPaths.clientBalanceDebits(id), body, idempotencyKey),
    endPlan: (id: string, body: PlanEnd, idempotencyKey: string) =>
      write<SubscriptionList>(opsPaths.clientPlanEnd(id), body, idempotencyKey),
    releaseBonuses: (id: string, until: string, idempotencyKey: string) =>
      write<WaitingBonuses>(
        `${opsPaths.clientReferralBonuses(id)}?${new URLSearchParams({ until })}`,
        undefined,
        idempotencyKey,
      ),
    refuseBonuses: (id: string, body: BonusRefusal, until: string, idempotencyKey: string) =>
      write<WaitingBonuses>(
        `${opsPaths.refusedReferralBonuses(id)}?${new URLSearchParams({ until })}`,
        body,
        idempotencyKey,
      ),

    ...catalogCalls(send),
    ...conversationCalls(send),
  }
}
