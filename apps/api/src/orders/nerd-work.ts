import type { NerdChange } from '@nerdify/contract/nerds.ts'
import type { MarkSum } from '@nerdify/domain/nerds/nerd-rating.ts'
import type { Queries } from '../database/tables.ts'
import { changeNerd, nerdById, nerdsByName } from '../nerds/register.ts'
import { deliveriesOfNerds } from './orders.store.ts'
import { type CompanyTime, waitsOf } from './waiting-now.ts'
import { openOrdersOfNerds, renamePreferred } from './waiting-orders.store.ts'

export { feesOfNerds } from './orders.store.ts'
export { giveOrders, openOrdersOfNerds } from './waiting-orders.store.ts'

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

/** Changes a locked Nerd; orders that prefer the Nerd follow a new name. */
export async function changeRegisteredNerd(queries: Queries, id: string, change: NerdChange): Promise<void> {
  const name = change.name?.trim()
  const nerd = await nerdById(queries, id)
  if (nerd !== undefined && name !== undefined) await followNewName(queries, nerd.name, name)
  await changeNerd(queries, id, change)
}

/**
 * Lets open and unpaid orders prefer a Nerd by a new name (SRV-05). Call it before the register has the new name: it counts
 * the Nerds with the former one. If several share it, the orders keep it, because they do not say which Nerd they mean.
 */
export async function followNewName(queries: Queries, from: string, to: string): Promise<void> {
  if (from === to) return
  const namesakes = await nerdsByName(queries, from, 2)
  if (namesakes.length === 1) await renamePreferred(queries, from, to)
}
