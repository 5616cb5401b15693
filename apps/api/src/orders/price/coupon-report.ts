import { webPaths } from '@nerdify/contract/web-paths.ts'
import { fullDates } from '@nerdify/domain/dates/full-dates.ts'
import { jobTypeByPriceName } from '@nerdify/domain/catalog/job-types.ts'
import { serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { couponMessage } from '@nerdify/domain/discounts/coupon-messages.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeLabel } from '@nerdify/domain/pricing/units.ts'
import type { Queries } from '../../database/tables.ts'
import { transaction } from '../../database/transaction.ts'
import { deferToDigest, noteErrorReport } from '../../discounts/code-uses.ts'
import { countsWithin, type RateLimit } from '../../limits/rate-limit.ts'
import { mailStaff } from '../../outbox/enqueue.ts'
import type { AppContext } from '../../app-context.ts'
import type { FailedCoupon } from './order-discount.ts'
import { orderOf, type StoredOrder } from '../orders.store.ts'
import { quotableOf } from './quote-order.ts'

/** Mails about coupon errors per hour, across the site; further ones wait for the digest (DISC-13). */
const couponMails: RateLimit = { name: 'coupon-mails', most: 5, windowMs: 3_600_000 }

/**
 * Notifies support of a refused or removed code: one message per order, code and error in 10 minutes, which counts the
 * repeats since the last one (DISC-13). Part of the caller's transaction.
 */
export async function reportCouponError(
  queries: Queries,
  product: Pick<AppContext, 'settings' | 'clock'>,
  { order, failed }: { order: StoredOrder; failed: FailedCoupon },
): Promise<void> {
  const now = product.clock.now()
  const { code, errorType, errorValue } = failed
  const use = { code, clientId: order.client_id, orderId: order.id }
  const error = { ...use, errorType, now }
  const repeats = await noteErrorReport(queries, error)
  if (repeats === undefined) return
  const isWithin = await countsWithin(queries, couponMails, { subject: 'all', now, scale: product.settings.limitScale })
  if (!isWithin) return deferToDigest(queries, { ...error, times: repeats + 1 })
  const { priceName, size, deadline } = quotableOf(order)
  const added = serviceKeys.filter((key) => order.services[key]?.added)
  await mailStaff(queries, now, product.settings, {
    template: 'coupon-error',
    // With the client, so that it is erased with the account (LAW-06).
    variables: {
      client: order.client_id,
      type: jobTypeByPriceName(priceName ?? '')?.name ?? 'not chosen',
      length: size === null ? 'not chosen' : sizeLabel(size),
      due: deadline === null ? 'not chosen' : fullDates(product.settings.companyZone).instant(deadline),
      price: formatMoney(order.price_cents),
      number: order.number,
      coupon: code,
      errorType,
      sentence: couponMessage(errorType, errorValue).text,
      addOns: added.map((key) => serviceNames[key]).join(', ') || 'none',
      paymentLink: product.settings.gatewayUrl + webPaths.payOrder(order.payment_token),
      repeats: repeats === 0 ? '' : String(repeats),
    },
    dedupeKey: `coupon-error:${order.id}:${code}:${errorType}:${now}`,
  })
}

/** Reports a code whose refusal rolled the change back, in a separate transaction. */
export async function reportRefusedCode(
  product: AppContext,
  refused: { clientId: string; orderId: string; failed: FailedCoupon },
): Promise<void> {
  const { clientId, orderId, failed } = refused
  await transaction(product.queries, async (queries) => {
    const order = await orderOf(queries, clientId, orderId)
    if (order !== undefined) await reportCouponError(queries, product, { order, failed })
  })
  product.wake.outbox()
}
