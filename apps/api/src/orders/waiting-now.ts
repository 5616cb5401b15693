import { byDue, isTaken, type Wait, waitsFor } from '@nerdify/domain/orders/order-waits.ts'
import type { BusinessCalendar } from '@nerdify/domain/orders/business-time.ts'
import type { Settings } from '../settings.ts'
import type { Queries } from '../database/tables.ts'
import { factsOf } from './list/order-facts-of.ts'
import { type MaybeWaiting, ordersThatMayWait, orderWithWaits } from './waiting-orders.store.ts'

/** One thing that an order waits for. */
export interface OrderWait extends Wait {
  order: MaybeWaiting
}

/** Who of the staff took an order, and when in epoch milliseconds (OPS-09). */
export type TakenOrder = Pick<MaybeWaiting, 'taken_by' | 'taken_at'>

/** The colleague who has a wait, by its order (OPS-09); null for nobody. */
export const holderOf = (wait: Pick<Wait, 'since'>, order: TakenOrder | undefined): string | null =>
  order !== undefined && isTaken(wait, order.taken_at) ? order.taken_by : null

/** The instant (epoch milliseconds) and the company's calendar by which waits are measured. */
export interface CompanyTime extends BusinessCalendar {
  now: number
}

/** The company's calendar of the settings at `now`, in epoch milliseconds. */
export const companyTime = (
  { companyZone: zone, companyHolidays: holidays }: Pick<Settings, 'companyZone' | 'companyHolidays'>,
  now: number,
): CompanyTime => ({ now, zone, holidays })

/**
 * Everything that any order waits for, what is due first at the front (WAIT-01). It is computed from the orders that are open,
 * of which there are as many as the company has work; nothing of it is stored (WAIT-02).
 */
export async function waitingNow(queries: Queries, time: CompanyTime): Promise<OrderWait[]> {
  const waits = (await ordersThatMayWait(queries)).flatMap((order) => waitsOf(order, time))
  return waits.toSorted((a, b) => byDue(a, b) || (a.order.id < b.order.id ? -1 : 1))
}

/** What one order waits for, what is due first at the front. */
export function waitsOf(order: MaybeWaiting, { now, ...calendar }: CompanyTime): OrderWait[] {
  const { history } = order
  return waitsFor({ facts: factsOf(order), history }, now, calendar).map((wait) => ({ ...wait, order }))
}

/** The waits of one stored order, the earliest due first. */
export const waitsOfOrder = async (
  queries: Queries,
  { clientId, orderId }: { clientId: string; orderId: string },
  time: CompanyTime,
): Promise<OrderWait[]> => waitsOf(await orderWithWaits(queries, clientId, orderId), time)
