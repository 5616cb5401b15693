import { sql } from 'kysely'
import type { Coupon } from '@nerdify/domain/discounts/coupon.ts'
import { ordersWithCode } from '@nerdify/domain/discounts/coupon-rules.ts'
import { instant } from '../database/instant.ts'
import { findRow, insertIfNew, type RowChange } from '../database/rows.ts'
import type { Queries } from '../database/tables.ts'

/** The order and client for which a code is claimed or used. */
export interface UseOfCode {
  code: string
  clientId: string
  orderId: string
}

/** A coupon, and the state of its uses for one order. */
export interface FoundCoupon {
  coupon: Coupon
  /** Another order of the client has used it. */
  usedByClient: boolean
  /** Other orders have taken all of its uses: used them, or claim them for another client's open card page. */
  usedUp: boolean
}

const slotOfClient = (clientId: string) => `client:${clientId}`
const slotOfUse = 'use:'
/**
 * All codes for a client's first orders share slots, one for each of those orders, so that no two codes apply to the
 * same one. The slots' name is no possible code (DISC-02).
 */
const codesOfFirstOrders = 'first orders'

/** A coupon by its code with its uses, in one statement; undefined if unknown. */
export async function findCoupon(queries: Queries, use: UseOfCode): Promise<FoundCoupon | undefined> {
  const row = await queries
    .selectFrom('discount')
    .select((select) => {
      const byOthers = select
        .selectFrom('discount_use')
        .whereRef('discount_use.code', '=', 'discount.code')
        .where('order_id', '<>', use.orderId)
      const byClient = byOthers.where('slot', '=', slotOfClient(use.clientId)).where('used_at', 'is not', null)
      const inAll = byOthers
        .where('slot', 'like', `${slotOfUse}%`)
        .where((where) => where.or([where('used_at', 'is not', null), where('client_id', '<>', use.clientId)]))
      return [
        'discount.code',
        'definition',
        select.exists(byClient.select('slot')).as('used_by_client'),
        inAll.select((count) => count.fn.countAll<number>().as('count')).as('taken'),
      ]
    })
    .where('discount.code', '=', use.code)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const coupon: Coupon = { code: row.code, ...row.definition }
  return {
    coupon,
    usedByClient: row.used_by_client === true,
    usedUp: coupon.mostUses !== undefined && (row.taken ?? 0) >= coupon.mostUses,
  }
}

/** Adds coupons whose codes do not exist yet. */
export async function startWithCoupons(queries: Queries, coupons: readonly Coupon[], now: number): Promise<void> {
  if (coupons.length === 0) return
  await queries
    .insertInto('discount')
    .values(
      coupons.map(({ code, ...definition }) => ({
        code,
        definition: JSON.stringify(definition),
        updated_at: new Date(now),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The limit of a code that another order has reached. */
export type ReachedLimit = 'used' | 'used_up' | 'paid_orders_max'

/**
 * Claims a slot for each limit of a code, unless the order has one. Returns the limit that another order has reached;
 * then it claims none.
 */
export async function takeSlots(
  queries: Queries,
  coupon: Pick<Coupon, 'onceAClient' | 'mostUses' | 'mostPaidOrders' | 'forNewPeople'>,
  { earlierOrders, ...use }: UseOfCode & { earlierOrders: number; now: number },
): Promise<ReachedLimit | undefined> {
  const { onceAClient = false, mostUses, mostPaidOrders, forNewPeople = false } = coupon
  const ofClient = slotOfClient(use.clientId)
  const refuse = async (limit: ReachedLimit) => {
    await releaseCodes(queries, use)
    return limit
  }
  if (forNewPeople && earlierOrders > 0) return refuse('paid_orders_max')
  if (onceAClient && !(await takeSlot(queries, ofClient, use))) return 'used'
  if (mostPaidOrders !== undefined) {
    const first = { ...use, code: codesOfFirstOrders }
    const most = ordersWithCode(mostPaidOrders, earlierOrders)
    const hasSlot = most > 0 && (await takeNextSlot(queries, { prefix: `${ofClient}:`, most }, first))
    if (!hasSlot) return refuse('paid_orders_max')
  }
  const isFree = mostUses === undefined || (await takeNextSlot(queries, { prefix: slotOfUse, most: mostUses }, use))
  return isFree ? undefined : refuse('used_up')
}

/** Claims one slot; a no-op if the order has it. */
async function takeSlot(queries: Queries, slot: string, use: UseOfCode & { now: number }): Promise<boolean> {
  const inserted = await queries
    .insertInto('discount_use')
    .values({
      code: use.code,
      slot,
      client_id: use.clientId,
      order_id: use.orderId,
      held_at: new Date(use.now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['code', 'slot'])
        .doUpdateSet({ order_id: use.orderId })
        .where('discount_use.client_id', '=', use.clientId)
        .where('discount_use.order_id', '=', use.orderId),
    )
    .returning('slot')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Claims the first free numbered slot; if two race for it, the second takes the next. */
async function takeNextSlot(
  queries: Queries,
  { prefix, most }: { prefix: string; most: number },
  use: UseOfCode & { now: number },
): Promise<boolean> {
  const own = await queries
    .selectFrom('discount_use')
    .select('slot')
    .where('client_id', '=', use.clientId)
    .where('order_id', '=', use.orderId)
    .where('code', '=', use.code)
    .where('slot', 'like', `${prefix}%`)
    .executeTakeFirst()
  if (own !== undefined) return true
  for (;;) {
    const { rows } = await sql<{ slot: string }>`
      select ${prefix} || number as slot from generate_series(1, ${most}::integer) as number
      where not exists (
        select from discount_use where code = ${use.code} and discount_use.slot = ${prefix} || number
      )
      limit 1
    `.execute(queries)
    const next = rows[0]
    if (next === undefined) return false
    if (await takeSlot(queries, next.slot, use)) return true
  }
}

/** Marks the slots of an order as used, permanently. */
export async function markSlotsUsed(queries: Queries, use: UseOfCode & { now: number }): Promise<void> {
  await queries
    .updateTable('discount_use')
    .set({ used_at: new Date(use.now) })
    .where('client_id', '=', use.clientId)
    .where('order_id', '=', use.orderId)
    .where('code', 'in', [use.code, codesOfFirstOrders])
    .where('used_at', 'is', null)
    .execute()
}

/** Releases the claimed, unused slots of an order. */
export async function releaseCodes(queries: Queries, order: { clientId: string; orderId: string }): Promise<void> {
  await queries
    .deleteFrom('discount_use')
    .where('client_id', '=', order.clientId)
    .where('order_id', '=', order.orderId)
    .where('used_at', 'is', null)
    .execute()
}

/** Another order of the client whose open card page claims a code, or one for the same first orders. */
export async function orderHolding(queries: Queries, use: UseOfCode): Promise<string | undefined> {
  const row = await queries
    .selectFrom('discount_use')
    .select('order_id')
    .where('client_id', '=', use.clientId)
    .where('order_id', '<>', use.orderId)
    .where('used_at', 'is', null)
    .where((held) =>
      held.or([
        held('code', '=', use.code),
        held.and([held('code', '=', codesOfFirstOrders), held.exists(codeForFirstOrders(queries, use.code))]),
      ]),
    )
    .executeTakeFirst()
  return row?.order_id
}

const codeForFirstOrders = (queries: Queries, code: string) =>
  queries
    .selectFrom('discount')
    .select('code')
    .where('code', '=', code)
    .where(sql<boolean>`definition -> 'mostPaidOrders' is not null`)

/** DISC-13: the shortest interval between reports of the same error, code and order. */
const reportEveryMs = 10 * 60_000

/** An error of a code on an order, for support. */
interface CouponError extends UseOfCode {
  errorType: string
}

const rowOfError = ({ clientId, orderId, code, errorType }: CouponError) => ({
  client_id: clientId,
  order_id: orderId,
  code,
  error_type: errorType,
})

/**
 * Counts an error of a code, in the transaction that writes its mail. Returns the number since its last mail, or
 * undefined within 10 minutes of that mail: the next mail counts it (DISC-13).
 */
export async function noteErrorReport(
  queries: Queries,
  error: CouponError & { now: number },
): Promise<number | undefined> {
  const row = rowOfError(error)
  const reported = { reported_at: new Date(error.now), untold: 0, digest_since: null }
  if (await insertIfNew(queries, 'discount_error_report', { ...row, ...reported })) return 0
  const last = await findRow(queries, 'discount_error_report', row, { lock: true })
  if (last === undefined) return undefined
  const isDue = last.reported_at <= error.now - reportEveryMs
  await updateErrorReport(queries, error, isDue ? reported : { untold: last.untold + 1 })
  return isDue ? last.untold : undefined
}

/** Leaves `times` errors to the digest. */
export async function deferToDigest(
  queries: Queries,
  error: CouponError & { times: number; now: number },
): Promise<void> {
  await updateErrorReport(queries, error, { untold: error.times, digest_since: new Date(error.now) })
}

async function updateErrorReport(
  queries: Queries,
  error: CouponError,
  change: RowChange<'discount_error_report'>,
): Promise<void> {
  await queries
    .updateTable('discount_error_report')
    .set(change)
    .where((report) => report.and(rowOfError(error)))
    .execute()
}

/** Takes the errors that wait for the digest, once one has waited since `since`; marks them as reported. */
export async function takeDeferredErrors(
  queries: Queries,
  since: number,
): Promise<(CouponError & { times: number })[]> {
  const due = await queries
    .selectFrom('discount_error_report')
    .select('code')
    .where('digest_since', '<=', instant(since))
    .limit(1)
    .execute()
  if (due.length === 0) return []
  // One statement: an error that is deferred meanwhile waits for the next digest.
  const rows = await queries
    .with('deferred', (within) =>
      within.selectFrom('discount_error_report').selectAll().where('digest_since', 'is not', null).forUpdate(),
    )
    .updateTable('discount_error_report as report')
    .set({ untold: 0, digest_since: null })
    .from('deferred')
    .whereRef('report.client_id', '=', 'deferred.client_id')
    .whereRef('report.order_id', '=', 'deferred.order_id')
    .whereRef('report.code', '=', 'deferred.code')
    .whereRef('report.error_type', '=', 'deferred.error_type')
    .returningAll('deferred')
    .execute()
  rows.sort((one, other) => (one.digest_since ?? 0) - (other.digest_since ?? 0))
  return rows.map((row) => ({
    clientId: row.client_id,
    orderId: row.order_id,
    code: row.code,
    errorType: row.error_type,
    times: row.untold,
  }))
}

/** The definition of a coupon, whatever its uses; undefined if unknown. */
export async function couponDefinition(
  queries: Queries,
  code: string,
  { lock = false } = {},
): Promise<Coupon | undefined> {
  const row = await findRow(queries, 'discount', { code }, { lock })
  return row === undefined ? undefined : { code: row.code, ...row.definition }
}

/** Activates a coupon, in place of one with the same code; its uses stay. */
export async function upsertCoupon(queries: Queries, { code, ...definition }: Coupon, now: number): Promise<void> {
  const columns = { definition: JSON.stringify(definition), updated_at: new Date(now) }
  await queries
    .insertInto('discount')
    .values({ code, ...columns })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(columns))
    .execute()
}

/** Whether an order was paid, or booked for free: only such an order has a client status (PAY-06). */
export const isPaidOrder = sql<boolean>`(paid_cents > 0 or client_status is not null)`

/** One coupon, or coupons by code after `after`, each with its number of paid orders. */
export async function couponsWithUses(
  queries: Queries,
  wanted: { code: string } | { after: string; most: number },
): Promise<{ coupon: Coupon; used: number }[]> {
  const rows = await queries
    .selectFrom('discount')
    .select((select) => [
      'code',
      'definition',
      select
        .selectFrom('client_order')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('discount_code', '=', 'discount.code')
        .where('discount_code', 'is not', null)
        .where(isPaidOrder)
        .as('used'),
    ])
    .where((where) => ('code' in wanted ? where('code', '=', wanted.code) : where('code', '>', wanted.after)))
    .orderBy('code')
    .limit('code' in wanted ? 1 : wanted.most)
    .execute()
  return rows.map(({ code, definition, used }) => ({ coupon: { code, ...definition }, used: Number(used ?? 0) }))
}

/** The orders paid with a code, newest first, before the order `before`; cents. */
export async function ordersPaidWith(
  queries: Queries,
  code: string,
  { before, most }: { before: string | undefined; most: number },
) {
  const rows = queries
    .selectFrom('client_order')
    .select(['id', 'number', 'client_id', 'discount_cents'])
    .where('discount_code', '=', code)
    .where(isPaidOrder)
    .orderBy('id', 'desc')
    .limit(most)
  return (before === undefined ? rows : rows.where('id', '<', before)).execute()
}
