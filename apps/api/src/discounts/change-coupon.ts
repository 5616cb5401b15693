import { operationsPageSize } from '@nerdify/contract/operations.ts'
import { noCouponVersion } from '@nerdify/contract/version-words.ts'
import type { Discount, DiscountChange, DiscountGift, DiscountUse } from '@nerdify/contract/operations.ts'
import type { Coupon, CouponGift } from '@nerdify/domain/discounts/coupon.ts'
import { couponCodeFrom } from '@nerdify/domain/discounts/coupon-code.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Queries } from '../database/tables.ts'
import { versionOf } from '../http/answers/content-version.ts'
import { keyOfCursor, sliceOfRows } from '../http/answers/slice.ts'
import { notFound } from '../http/refusal.ts'
import { readHundredths } from '../pricing/change-prices.ts'
import { couponDefinition, couponsWithUses, ordersPaidWith, upsertCoupon } from './discounts.store.ts'

/** A coupon as operations read it (OPS-05), in any spelling (DISC-02); 404 if unknown. */
export async function readCoupon(queries: Queries, typed: string, now: number): Promise<Discount> {
  const code = couponCodeFrom(typed)
  const [row] = await couponsWithUses(queries, { code })
  if (row === undefined) throw notFound()
  return presentCoupon(row, now)
}

/** Locks a coupon and returns its current version (DESK-05). */
export async function lockCoupon(queries: Queries, typed: string): Promise<string> {
  const coupon = await couponDefinition(queries, couponCodeFrom(typed), { lock: true })
  return coupon === undefined ? noCouponVersion : versionOf(coupon)
}

/**
 * Activates a coupon, in place of one with the same code. Orders paid with it keep their discount; others keep it while
 * their quote is valid (PRICE-12).
 */
export async function changeCoupon(
  queries: Queries,
  { typed, body, now }: { typed: string; body: DiscountChange; now: number },
): Promise<void> {
  const code = couponCodeFrom(typed)
  if (code === '') throw notFound()
  const { expires_at, once_a_client, most_uses, price_names, least_paid_orders, most_paid_orders } = body
  const coupon: Coupon = {
    code,
    gift: readGift(body.gift),
    ...(expires_at === undefined ? {} : { expiresAt: Date.parse(expires_at) }),
    ...(once_a_client === undefined ? {} : { onceAClient: once_a_client }),
    ...(most_uses === undefined ? {} : { mostUses: most_uses }),
    ...(price_names === undefined ? {} : { priceNames: price_names }),
    ...(least_paid_orders === undefined ? {} : { leastPaidOrders: least_paid_orders }),
    ...(most_paid_orders === undefined ? {} : { mostPaidOrders: most_paid_orders }),
    ...(body.least_quote_price === undefined
      ? {}
      : { leastQuoteCents: readHundredths(body.least_quote_price, 'least_quote_price') }),
  }
  await upsertCoupon(queries, coupon, now)
}

/** Coupons by code after the cursor, with their uses (OPS-16). */
export async function listCoupons(
  queries: Queries,
  { cursor = '', now }: { cursor: string | undefined; now: number },
): Promise<{ results: Discount[]; next: string | null }> {
  const rows = await couponsWithUses(queries, { after: cursor, most: operationsPageSize + 1 })
  const { shown, next } = sliceOfRows(rows, operationsPageSize, ({ coupon }) => coupon.code)
  return { results: shown.map((row) => presentCoupon(row, now)), next }
}

/** The paid orders with a coupon, newest first (OPS-16); 404 for an unknown code. */
export async function listUses(
  queries: Queries,
  { typed, cursor }: { typed: string; cursor: string | undefined },
): Promise<{ results: DiscountUse[]; next: string | null }> {
  const code = couponCodeFrom(typed)
  if ((await couponDefinition(queries, code)) === undefined) throw notFound()
  const rows = await ordersPaidWith(queries, code, { before: keyOfCursor(cursor), most: operationsPageSize + 1 })
  const { shown, next } = sliceOfRows(rows, operationsPageSize, ({ id }) => id)
  const results = shown.map(({ id, number, client_id, discount_cents }) => ({
    order_id: id,
    number,
    client_id,
    discount: dollarsFromCents(discount_cents),
  }))
  return { results, next }
}

/** Ends a coupon now (OPS-16); an expired one keeps its end. Valid quotes keep it (PRICE-12). */
export async function endCoupon(queries: Queries, typed: string, now: number): Promise<void> {
  const coupon = await couponDefinition(queries, couponCodeFrom(typed), { lock: true })
  if (coupon === undefined) throw notFound()
  await upsertCoupon(queries, { ...coupon, expiresAt: Math.min(now, coupon.expiresAt ?? now) }, now)
}

function readGift(gift: DiscountGift): CouponGift {
  switch (gift.kind) {
    case 'amount':
      return { kind: 'amount', amountCents: readHundredths(gift.amount, 'gift.amount') }
    case 'free':
      return { kind: 'free', addOns: [...new Set(gift.add_ons)] }
    case 'percent':
    case 'cashback':
      readHundredths(gift.percent, 'gift.percent')
      return gift
  }
}

function presentGift(gift: CouponGift): DiscountGift {
  switch (gift.kind) {
    case 'amount':
      return { kind: 'amount', amount: dollarsFromCents(gift.amountCents) }
    case 'free':
      return { kind: 'free', add_ons: [...gift.addOns] }
    case 'percent':
    case 'cashback':
      return gift
  }
}

function presentCoupon({ coupon, used }: { coupon: Coupon; used: number }, now: number): Discount {
  const { expiresAt, onceAClient, mostUses, priceNames, leastPaidOrders, mostPaidOrders, leastQuoteCents } = coupon
  return {
    code: coupon.code,
    version: versionOf(coupon),
    used,
    left: mostUses === undefined ? null : Math.max(0, mostUses - used),
    over: expiresAt !== undefined && expiresAt <= now,
    gift: presentGift(coupon.gift),
    ...(expiresAt === undefined ? {} : { expires_at: new Date(expiresAt).toISOString() }),
    ...(onceAClient === undefined ? {} : { once_a_client: onceAClient }),
    ...(mostUses === undefined ? {} : { most_uses: mostUses }),
    ...(priceNames === undefined ? {} : { price_names: [...priceNames] }),
    ...(leastPaidOrders === undefined ? {} : { least_paid_orders: leastPaidOrders }),
    ...(mostPaidOrders === undefined ? {} : { most_paid_orders: mostPaidOrders }),
    ...(leastQuoteCents === undefined ? {} : { least_quote_price: dollarsFromCents(leastQuoteCents) }),
  }
}
