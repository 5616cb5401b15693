import type { ServiceKey } from '@nerdify/domain/catalog/services.ts'
import type { OrderTag } from '@nerdify/domain/orders/order-facts.ts'
import type { Queries, StoredServices } from '../../database/tables.ts'
import { changeLocked } from '../change-locked.ts'
import type { OrderChangeSet, StoredOrder } from '../orders.store.ts'

const disputedTag: OrderTag = 'payment_disputed'

/** What happened to the money of an order, with what it takes to write that on it; cents below zero take it back. */
interface MoneyNews {
  /** Tips that came, or were given back (PAY-10). */
  tip: { cents: number }
  /** More of the balance that is held for the card page, or less (PAY-13). */
  held: { cents: number }
  /** A surplus that leaves what the client paid, or counts again (PAY-06). */
  surplusReturned: { cents: number }
  /** What was given back, with the services that went with it, or what the bank did not pay out (PAY-06). */
  refund: { cents: number; services: readonly ServiceKey[] }
  /** Whether a payment is disputed at the bank, so that its client is offered nothing that is frozen (RATE-06). */
  dispute: { disputed: boolean }
}

/** The columns that tell it; nothing where the order says so already. */
const columnsOf: {
  [Kind in keyof MoneyNews]: (order: StoredOrder, news: MoneyNews[Kind]) => OrderChangeSet | undefined
} = {
  tip: ({ tips_cents: before }, { cents }) => ({ tips_cents: before + cents, tips_paid: before + cents > 0 }),
  held: (order, { cents }) => ({ held_cents: order.held_cents + cents }),
  surplusReturned: (order, { cents }) => ({ paid_cents: order.paid_cents - cents }),
  refund: (order, { cents, services }) => ({
    refunded_cents: order.refunded_cents + cents,
    ...(services.length === 0 ? {} : { services: JSON.stringify(withRefunded(order, services, cents > 0)) }),
  }),
  dispute({ tags }, { disputed }) {
    if (tags.includes(disputedTag) === disputed) return undefined
    const others = tags.filter((one) => one !== disputedTag)
    return { tags: disputed ? [...others, disputedTag] : others }
  },
}

/** Writes on an order what happened to its money; the caller books it in the same transaction. */
export function recordMoney<Kind extends keyof MoneyNews>(
  queries: Queries,
  kind: Kind,
  news: { clientId: string; orderId: string; now: number } & MoneyNews[Kind],
): Promise<StoredOrder> {
  return changeLocked(queries, news, (order) => {
    const columns = columnsOf[kind](order, news)
    return columns && { write: () => ({ columns }) }
  })
}

function withRefunded({ services }: StoredOrder, keys: readonly ServiceKey[], refunded: boolean): StoredServices {
  const entries = Object.entries(services).map(([key, service]) => [
    key,
    keys.includes(key as ServiceKey) ? { ...service, refunded } : service,
  ])
  return Object.fromEntries(entries)
}
