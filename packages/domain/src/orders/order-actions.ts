import { additionalServices, type OrderServices } from './additional-services.ts'
import { all, any, type Condition, not } from './condition.ts'
import { orderCan } from './order-can.ts'
import type { OrderFacts } from './order-facts.ts'
import { orderIs } from './order-is.ts'
import { eventFits } from './order-progress.ts'
import { mayDownloadNow, type NerdFiles } from './nerd-files.ts'
import { deadlineOnOffer } from './deadline-offer.ts'
import { mayTip } from './rating.ts'
import { refundRequestFault } from './refund-request.ts'

/**
 * Why an unpaid order cannot be paid now (PRICE-12): the form lacks an answer, or the deadline is past or too short for
 * the size.
 */
export type PaymentObstacle = 'answers' | 'time'

/** The facts besides the order that decide its actions. */
export interface ActionTerms {
  /** UTC milliseconds. */
  now: number
  services: OrderServices
  obstacle: PaymentObstacle | undefined
  nerdFiles: NerdFiles
}

type Rule = (order: OrderFacts, terms: ActionTerms) => boolean

const nerdFilesReady: Rule = (order, { nerdFiles }) => mayDownloadNow(order, nerdFiles)

const both =
  (...rules: Rule[]): Rule =>
  (order, terms) =>
    rules.every((holds) => holds(order, terms))
const clientMay =
  (name: 'accept' | 'request_revision'): Rule =>
  (order) =>
    eventFits(order, { name, by: 'client' })

const outOfTime: Rule = (_order, { obstacle }) => obstacle === 'time'
const inTime: Rule = (order, terms) => !outOfTime(order, terms)
const priced: Condition = (order) => order.priced
/** A finished or refunded order can be ordered again (CAB-10). */
const finished = any(orderIs.completed, orderIs.revisionCompleted, orderIs.refunded)
const shown = not(orderIs.hidden)

const rules = {
  /** PAY-06: a partly paid order keeps its price; an unpaid one must have no obstacle (PRICE-12). */
  pay: both(all(shown, priced, orderCan.pay), (order, { obstacle }) => orderIs.paid(order) || obstacle === undefined),
  /** PRICE-12, STATE-18: time has run out, so payment needs another deadline. */
  choose_deadline: both(all(shown, orderCan.edit), outOfTime),
  edit: both(all(shown, orderCan.edit), inTime),
  /** OPS-12: accepts or declines an offered deadline. */
  answer_deadline: both(shown, (order, { now }) => deadlineOnOffer(order, now) !== null),
  /** STATE-12: the finished work or a draft, once uploaded. */
  download: both(shown, nerdFilesReady),
  rate: all(shown, orderCan.showRatingBtn),
  tip: all(shown, mayTip),
  /** FLOW-26, FLOW-27, WAIT-04. */
  add_services: both(shown, (order, { services, now }) => additionalServices(order, services, now).length > 0),
  change_rating: all(shown, orderIs.paid, orderCan.changeRating),
  /** FLOW-32: extends the description while the work is under way. */
  add_details: all(shown, orderCan.addDetails),
  request_revision: both(shown, clientMay('request_revision')),
  accept: both(shown, clientMay('accept')),
  /** CAB-05: the client's own files, until the Nerd uploads one. */
  files: both(all(shown, orderIs.paid), (order, terms) => !nerdFilesReady(order, terms)),
  /** PAY-14. */
  receipt: all(shown, orderIs.paid),
  order_again: all(shown, finished),
  /** CAB-11: while money remains to refund. */
  request_refund: both(shown, (order, { now }) => refundRequestFault(order, now) === undefined),
} satisfies Record<string, Rule>

/** A client's action on an order in the cabinet (CAB-04, CAB-10, CAB-11). */
export type OrderAction = keyof typeof rules

/** Every action, most important first. */
export const orderActionNames = Object.keys(rules) as readonly OrderAction[]

/** The actions that the cabinet offers now, most important first; the server accepts each of them. */
export function orderActions(order: OrderFacts, terms: ActionTerms): OrderAction[] {
  return orderActionNames.filter((name) => rules[name](order, terms))
}
