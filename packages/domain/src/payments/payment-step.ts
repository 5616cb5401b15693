import type { AmountDue } from '../orders/additional-services.ts'
import type { MissingBeforePayment } from '../orders/before-payment.ts'
import { orderCan } from '../orders/order-can.ts'
import type { OrderFacts } from '../orders/order-facts.ts'
import { orderIs } from '../orders/order-is.ts'
import type { DueSplit } from './due-split.ts'

/** What decides where the payment link of an order leads at this moment (PAY-01). */
export interface PaymentSituation {
  order: OrderFacts
  /** The card page that is open for the order: there is none, it was paid or closed meanwhile, or it waits. */
  page: 'none' | 'over' | 'open'
  /** The open page asks for what is due now, in time and as the visit wants it (PAY-07). */
  pageFits: boolean
  /** What became of the quote (PRICE-12). */
  quote: 'holds' | 'repriced' | 'impossible'
  /** The price or the discount changed during this visit, and the person was not told yet. */
  isNewPrice: boolean
  due: AmountDue
  split: DueSplit
  /** The person knows how much their balance pays, or was told nothing of it (PAY-13). */
  knowsBalance: boolean
  /** They wait to pay for a service that cannot be had any more (FLOW-27). */
  wantsTooLate: boolean
  /** The job type is offered where the client is (LAW-04). */
  isOffered: boolean
  missing: readonly MissingBeforePayment[]
  /** A person pressed a button for it (SAFE-12). */
  pressed: boolean
}

/** A service that money kept of the order covers is given without a card, so it is due although it costs nothing (HOLD-06). */
const givesService = ({ due }: PaymentSituation) => due.services !== undefined && due.services.length > 0
const nothingDue = (situation: PaymentSituation) =>
  situation.due.cents <= 0 && orderIs.paid(situation.order) && !givesService(situation)
const noCard = ({ split }: PaymentSituation) => split.cardCents === 0

const steps = {
  /** Nobody pays for an order that is in a refund, deleted or declined. */
  leave: ({ order }) => !orderCan.takePayment(order),
  settle_page: ({ page }) => page === 'over',
  continue_page: ({ page, pageFits, quote, missing, isNewPrice, knowsBalance }) =>
    page === 'open' && pageFits && quote === 'holds' && missing.length === 0 && !isNewPrice && knowsBalance,
  close_page: ({ page }) => page === 'open',
  tell_too_late: (situation) => nothingDue(situation) && situation.wantsTooLate,
  thank: nothingDue,
  choose_anew: ({ quote }) => quote === 'impossible',
  choose_job_type: ({ isOffered }) => !isOffered,
  ask_for_missing: ({ missing }) => missing.length > 0,
  tell_price: ({ isNewPrice }) => isNewPrice,
  tell_balance: ({ knowsBalance }) => !knowsBalance,
  /** Opening a link moves no money (SAFE-12). */
  ask_to_press: (situation) => noCard(situation) && !situation.pressed,
  book_without_card: noCard,
  make_page: () => true,
} satisfies Record<string, (situation: PaymentSituation) => boolean>

/** What the payment link does next (PAY-01, PAY-07, PAY-08, PAY-13, PRICE-12, FLOW-32). */
export type PaymentStep = keyof typeof steps

/** The steps, in the order in which they are asked. */
export const paymentSteps = Object.keys(steps) as readonly PaymentStep[]

/** What the payment link of an order does next: the first step that the situation asks for. */
export function paymentStep(situation: PaymentSituation): PaymentStep {
  return paymentSteps.find((name) => steps[name](situation)) ?? 'make_page'
}
