import type { AmountDue } from '../orders/additional-services.ts'
import type { MissingBeforePayment } from '../orders/before-payment.ts'
import { orderCan } from '../orders/order-can.ts'
import type { OrderFacts } from '../orders/order-facts.ts'
import { orderIs } from '../orders/order-is.ts'
import type { DueSplit } from './due-split.ts'

/** The facts that decide the payment link's next step (PAY-01). */
export interface PaymentSituation {
  order: OrderFacts
  /** The order's card page: none, paid or closed meanwhile, or open. */
  page: 'none' | 'over' | 'open'
  /** The open page matches the amount due, is fresh, and suits the visit (PAY-07). */
  pageFits: boolean
  /** The state of the quote (PRICE-12). */
  quote: 'holds' | 'repriced' | 'impossible'
  /** The price or discount changed in this visit, and the client has not seen it yet. */
  isNewPrice: boolean
  due: AmountDue
  split: DueSplit
  /** The client has seen how much the balance pays, or there is nothing to show (PAY-13). */
  knowsBalance: boolean
  /** The unpaid service is no longer available (FLOW-27). */
  isServiceUnavailable: boolean
  /** The job type is offered in the client's region (LAW-04). */
  isOffered: boolean
  missing: readonly MissingBeforePayment[]
  /** The client pressed the payment button (SAFE-12). */
  pressed: boolean
}

/** A service covered by the order's overpaid money needs no card, so it is due although it costs nothing (HOLD-06). */
const dueIncludesService = ({ due }: PaymentSituation) => due.services !== undefined && due.services.length > 0
const nothingDue = (situation: PaymentSituation) =>
  situation.due.cents <= 0 && orderIs.paid(situation.order) && !dueIncludesService(situation)
const noCard = ({ split }: PaymentSituation) => split.cardCents === 0

const steps = {
  /** Deleted and declined orders, and those with a refund requested or granted, take no payment. */
  leave: ({ order }) => !orderCan.takePayment(order),
  settle_page: ({ page }) => page === 'over',
  continue_page: ({ page, pageFits, quote, missing, isNewPrice, knowsBalance }) =>
    page === 'open' && pageFits && quote === 'holds' && missing.length === 0 && !isNewPrice && knowsBalance,
  close_page: ({ page }) => page === 'open',
  show_unavailable_service: (situation) => nothingDue(situation) && situation.isServiceUnavailable,
  thank: nothingDue,
  return_to_form: ({ quote }) => quote === 'impossible',
  choose_job_type: ({ isOffered }) => !isOffered,
  ask_for_missing: ({ missing }) => missing.length > 0,
  show_price: ({ isNewPrice }) => isNewPrice,
  show_balance: ({ knowsBalance }) => !knowsBalance,
  /** Opening a link moves no money (SAFE-12). */
  ask_to_press: (situation) => noCard(situation) && !situation.pressed,
  book_without_card: noCard,
  make_page: () => true,
} satisfies Record<string, (situation: PaymentSituation) => boolean>

/** A step of the payment link (PAY-01, PAY-07, PAY-08, PAY-13, PRICE-12, FLOW-32). */
export type PaymentStep = keyof typeof steps

/** Every step, in the order of evaluation. */
export const paymentSteps = Object.keys(steps) as readonly PaymentStep[]

/** The payment link's next step: the first that applies. */
export function paymentStep(situation: PaymentSituation): PaymentStep {
  return paymentSteps.find((name) => steps[name](situation)) ?? 'make_page'
}
