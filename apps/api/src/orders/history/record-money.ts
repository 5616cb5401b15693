import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { OrderTag } from '@nerdify/domain/orders/order-facts.ts'
import type { Queries, StoredService } from '../../database/tables.ts'
import { changeLocked, lockOrder } from '../change-locked.ts'
import { mapServices } from '../list/order-facts-of.ts'
import type { OrderChangeSet, StoredOrder } from '../orders.store.ts'

const disputedTag: OrderTag = 'payment_disputed'
const answeredTag: OrderTag = 'dispute_answered'

/** Changes of an order's money, with their facts; negative cents take money back. */
interface MoneyNews {
  /** Tips paid or refunded (PAY-10). */
  tip: { cents: number }
  /** Late credit granted or taken back (WAIT-05). */
  lateCredit: { cents: number }
  /** A change of the balance reserved for the card page (PAY-13). */
  held: { cents: number }
  /** A surplus removed from the paid amount, or restored (PAY-06). */
  surplusReturned: { cents: number }
  /** Refunded money and services, or a refund that the bank did not pay out (PAY-06). */
  refund: { cents: number; services: readonly ServiceKey[] }
  /** Whether the bank disputes a payment, so that its client is offered no frozen money (RATE-06). */
  dispute: { disputed: boolean }
}

/** The columns of each change; none if the order has the values already. */
const columnsOf: {
  [Kind in keyof MoneyNews]: (order: StoredOrder, news: MoneyNews[Kind]) => OrderChangeSet | undefined
} = {
  tip: ({ tips_cents: before }, { cents }) => ({ tips_cents: before + cents, tips_paid: before + cents > 0 }),
  lateCredit: (order, { cents }) => ({ late_credit_cents: order.late_credit_cents + cents }),
  held: (order, { cents }) => ({ held_cents: order.held_cents + cents }),
  surplusReturned: (order, { cents }) => ({ paid_cents: order.paid_cents - cents }),
  refund: (order, { cents, services }) => ({
    refunded_cents: order.refunded_cents + cents,
    ...changedServices(order, services, { refunded: cents > 0 }),
  }),
  dispute({ tags }, { disputed }) {
    if (tags.includes(disputedTag) === disputed && !tags.includes(answeredTag)) return undefined
    // Each new statement of the bank needs a new answer (WAIT-01).
    const others = tags.filter((tag) => tag !== disputedTag && tag !== answeredTag)
    return { tags: disputed ? [...others, disputedTag] : others }
  },
}

/** Records on an order a change of its money; the caller books it in the same transaction. */
export async function recordMoney<Kind extends keyof MoneyNews>(
  queries: Queries,
  kind: Kind,
  news: { clientId: string; orderId: string; now: number } & MoneyNews[Kind],
): Promise<StoredOrder> {
  const order = await lockOrder(queries, news)
  const set = columnsOf[kind](order, news)
  return set === undefined ? order : changeLocked(queries, order, { set, now: news.now })
}

/** The column of an order with these services changed; none without keys. */
export function changedServices(
  { services }: Pick<StoredOrder, 'services'>,
  keys: readonly ServiceKey[],
  change: Partial<StoredService>,
): OrderChangeSet {
  if (keys.length === 0) return {}
  const changed = mapServices(services, (service, key) => (keys.includes(key) ? { ...service, ...change } : service))
  return { services: JSON.stringify(changed) }
}
