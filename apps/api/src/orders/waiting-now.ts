import { byDue, isWaitLate, isTaken, type Wait, waitAt, waitsFor } from '@nerdify/domain/orders/order-waits.ts'
import type { BusinessCalendar } from '@nerdify/domain/orders/business-time.ts'
import type { Settings } from '../settings.ts'
import type { Queries } from '../database/tables.ts'
import { sharedRead } from '../database/shared-read.ts'
import { factsOf } from './list/order-facts-of.ts'
import { type MaybeWaiting, openOrders, orderWithWaits, statesOfOpenOrders } from './waiting-orders.store.ts'

/** A wait of an order. */
export interface OrderWait extends Wait {
  order: MaybeWaiting
}

/** The staff member who took an order, and when in epoch milliseconds (OPS-09). */
export type TakenOrder = Pick<MaybeWaiting, 'taken_by' | 'taken_at'>

/** The colleague who took the order of a wait (OPS-09), or null. */
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

/** An open order with its waits, of which only `late` depends on the instant. */
interface OpenOrder {
  state: string
  order: MaybeWaiting
  waits: readonly OrderWait[]
}

/** The open orders of a database as read by this process, newest first, and their waits, earliest due first. */
interface OpenSet {
  orders: ReadonlyMap<string, OpenOrder>
  waits: readonly OrderWait[]
}

/** Reads the changes of a database's open orders under a calendar since the last read. */
const openSets = new WeakMap<Queries, { calendar: string; read: () => Promise<OpenSet> }>()

/**
 * All waits of orders, earliest due first (WAIT-01). The process caches the open orders and reads only their changes
 * (WAIT-02, decision 0102).
 */
export async function waitingNow(queries: Queries, time: CompanyTime): Promise<OrderWait[]> {
  return (await openSet(queries, time)).waits.map((wait) => waitAt(wait, time.now))
}

/** The orders with a late wait (WAIT-01), newest first. */
export async function lateOrders(queries: Queries, time: CompanyTime): Promise<MaybeWaiting[]> {
  const { orders } = await openSet(queries, time)
  return [...orders.values()]
    .filter(({ waits }) => waits.some((wait) => isWaitLate(wait, time.now)))
    .map(({ order }) => order)
}

function openSet(queries: Queries, time: CompanyTime): Promise<OpenSet> {
  const { zone, holidays } = time
  const calendar = JSON.stringify([zone, holidays])
  let set = openSets.get(queries)
  if (set?.calendar !== calendar) {
    let latest: OpenSet = { orders: new Map(), waits: [] }
    const read = sharedRead(async () => {
      latest = await readChanges(queries, latest, time)
      return latest
    })
    set = { calendar, read }
    openSets.set(queries, set)
  }
  return set.read()
}

async function readChanges(queries: Queries, before: OpenSet, time: CompanyTime): Promise<OpenSet> {
  const states = await statesOfOpenOrders(queries)
  const changed = states
    .filter(({ id, row_state: state }) => before.orders.get(id)?.state !== state)
    .map(({ id }) => id)
  if (changed.length === 0 && states.length === before.orders.size) return before
  const rows = changed.length === 0 ? [] : await openOrders(queries, changed)
  const fresh = new Map(rows.map((order) => [order.id, { state: order.row_state, order, waits: waitsOf(order, time) }]))
  const open = states.flatMap(({ id, row_state: state }) => {
    const order = fresh.get(id) ?? before.orders.get(id)
    // A changed order that was not read again is no longer open.
    return order !== undefined && (order.state === state || fresh.has(id)) ? [order] : []
  })
  const orders = new Map(
    open.toSorted((a, b) => compareOrders.newest(a.order, b.order)).map((each) => [each.order.id, each]),
  )
  const waits = open.flatMap((order) => order.waits)
  return { orders, waits: waits.toSorted((a, b) => byDue(a, b) || compareTexts(a.order.id, b.order.id)) }
}

export const compareTexts = (one: string, other: string): number => Number(one > other) - Number(one < other)

/** The sort keys of staff's lists. */
export type SortedOrder = Pick<MaybeWaiting, 'created_at' | 'deadline' | 'id'>

/** Compares orders as `ordersAfter` sorts them. */
export const compareOrders = {
  newest: (one: SortedOrder, other: SortedOrder): number =>
    other.created_at - one.created_at || compareTexts(other.id, one.id),
  deadline: (one: SortedOrder, other: SortedOrder): number =>
    Number(one.deadline) - Number(other.deadline) || compareTexts(one.id, other.id),
}

/** The waits of one order, earliest due first. */
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
