import type { MarkSum } from '@nerdify/domain/nerds/nerd-rating.ts'
import type { Queries } from '../database/tables.ts'
import { deliveriesOfNerds } from './orders.store.ts'
import { type CompanyTime, waitsOf } from './waiting-now.ts'
import { openOrdersOfNerds } from './waiting-orders.store.ts'

export { feesOfNerds } from './orders.store.ts'
export { giveOrders, openOrdersOfNerds, renamePreferred } from './waiting-orders.store.ts'

/** A Nerd's orders in figures (OPS-14). */
export interface NerdWork {
  marks: MarkSum
  /** The Nerd's open orders. */
  open: number
  late: number
  /** The earliest due time of the open orders, epoch milliseconds; null without one. */
  nextDue: number | null
  /** Orders last delivered within 30 days. */
  delivered30Days: number
}

const monthMs = 30 * 24 * 3_600_000

/** Reads the work of some Nerds, by their keys. */
export async function workOfNerds(
  queries: Queries,
  nerdIds: readonly string[],
  time: CompanyTime,
): Promise<(nerdId: string) => NerdWork> {
  const deliveries = await deliveriesOfNerds(queries, nerdIds, time.now - monthMs)
  const figures = new Map(deliveries.map((row) => [row.nerd_id, row]))
  const waits = (await openOrdersOfNerds(queries, nerdIds))
    .flatMap((order) => waitsOf(order, time))
    .filter(({ turn }) => turn === 'nerd')
  const waitsByNerd = Map.groupBy(waits, ({ order }) => order.nerd_id)
  return (nerdId) => {
    const own = waitsByNerd.get(nerdId) ?? []
    const { marks = 0, stars = 0, delivered = 0 } = figures.get(nerdId) ?? {}
    const dues = own.flatMap(({ due }) => due ?? [])
    return {
      marks: { count: marks, stars },
      open: own.length,
      late: own.filter(({ late }) => late).length,
      nextDue: dues.length === 0 ? null : Math.min(...dues),
      delivered30Days: delivered,
    }
  }
}
