import type { Order, OrderPage } from '@nerdify/contract/orders.ts'

const noService = { price: 0, added: false, active: false, refunded: false, free_reason: null }

/** An order as the API answers it, for tests and stories: unpaid, two pages of history, with anything replaced. */
export function anOrderAnswer(change: Partial<Order> = {}): Order {
  const id = change._id ?? 'order-1'
  return {
    _id: id,
    id,
    number: '48213',
    version: 1,
    jobType: 'writing',
    service_type: 'Essay (writing)',
    priceName: 'Essay (writing)',
    type: 'Essay (writing)',
    title: null,
    subject: 'History',
    details: null,
    size: '2 Pages',
    measure: 'Pages',
    measurePagesOrWords: 'Pages',
    pages: 2,
    words: null,
    slides: null,
    minutes: null,
    deadline: '2026-11-22T17:00:00.000Z',
    deadlineInHours: 12,
    price: 27,
    quote_price: 27,
    service_price: 0,
    discount_amount: 0,
    discountValid: false,
    discountCode: null,
    discountInfo: [],
    discount_info: [],
    discountOrderQuote: null,
    discountErrorType: null,
    discountErrorValue: null,
    cabinet_price: 27,
    client_paid: 0,
    refunded: 0,
    payment_link: 'https://product.test/o/token-1',
    services: {
      top_writer: noService,
      draft_needed: noService,
      adv_plagreport: noService,
      prioritize_my_task: noService,
      client_recomended_writer: noService,
    },
    client_status: null,
    system_client_status: 'Unpaid',
    mark: 0,
    tags: [],
    additional: [],
    created_at: '2026-11-21T17:00:00.000Z',
    client_accept_at: null,
    revision_accept_at: null,
    refund_accept_at: null,
    revision_deadline: null,
    profile_arch: 0,
    plagiarism_check: false,
    tips_paid: false,
    total_tips_amount: 0,
    isPromo: false,
    is_complex: false,
    declined: false,
    isPaid: false,
    isLocked: false,
    isTipsPaid: false,
    isRated: false,
    isDeleted: false,
    isCanShowRating: false,
    isCanShowRatingBtn: false,
    isCanShowChangeRateBtn: false,
    isCanShowTipsBtn: false,
    isCanDownloadFile: false,
    isCanShowStatusBar: false,
    date_label: { label: 'Created on', at: '2026-11-21T17:00:00.000Z' },
    ...change,
  }
}

/** The same order once it is paid and in work. */
export const aPaidOrderAnswer = (change: Partial<Order> = {}): Order =>
  anOrderAnswer({
    client_paid: 27,
    client_status: 'In progress',
    system_client_status: null,
    isPaid: true,
    isLocked: true,
    isCanShowStatusBar: true,
    date_label: { label: 'Expected on', at: '2026-11-22T17:00:00.000Z' },
    ...change,
  })

/** A page of a list of orders. */
export const aPage = (results: Order[], change: Partial<OrderPage> = {}): OrderPage => ({
  results,
  page: 0,
  pages: 1,
  total: results.length,
  ...change,
})
