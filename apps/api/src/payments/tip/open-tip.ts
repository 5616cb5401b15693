import { webPaths } from '@nerdify/contract/web-paths.ts'
import { mayTip } from '@nerdify/domain/orders/rating.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { safePath } from '@nerdify/domain/sign-in/next-path.ts'
import { transaction } from '../../database/transaction.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { factsOf } from '../../orders/list/order-facts-of.ts'
import { orderOf, type StoredOrder } from '../../orders/list/own-order.ts'
import { CardCustomerGone, CardsUnavailable } from '../../ports.ts'
import type { AppContext } from '../../app-context.ts'
import { insertAttempt, openAttemptOf } from '../page/attempts.store.ts'
import { closePage, pageLifeMs, sessionOf, tooLateMs } from '../page/card-pages.ts'
import { withOrderPayments } from '../page/order-lease.ts'
import { settleAttempt } from '../settle/settle-attempt.ts'
import { isDisputed } from '../dispute/disputes.store.ts'
import { readSignedTip, tipCentsOf, tipFormFields } from './tip-form.ts'

/** The posted fields of a tip form; all are untrusted (PAY-09). */
export type PostedTip = Readonly<Record<string, string | undefined>>

/** Each look closes or settles something; only a provider that contradicts itself exceeds this. */
const mostLooks = 10

/**
 * Where a tip form leads (PAY-09): the provider's page for the tip; an open page for the same amount is reused.
 * Undefined for a forged or expired form, or one that this order does not offer now (abuse 13).
 */
export async function openTip(product: AppContext, form: PostedTip): Promise<string | undefined> {
  const now = product.clock.now()
  const signed = readSignedTip(product.settings.secret, form.details ?? '', now)
  if (signed === undefined || form.client_id !== signed.clientId) return undefined
  if (Object.entries(tipFormFields).some(([field, value]) => form[field] !== value)) return undefined
  const amount = form.amount ?? ''
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(amount)) return undefined
  const cents = centsFromDollars(Number(amount))
  if (!signed.amounts.includes(cents)) return undefined
  const { clientId, orderId } = signed
  const { publicUrl } = product.settings
  const visit = {
    cents,
    success: safePath(form.success_url, webPaths.tipsSuccess(orderId, amount), publicUrl),
    cancel: safePath(form.cancel_url, webPaths.orders(), publicUrl),
  }
  return withOrderPayments(product, orderId, async () => {
    for (let looks = 0; looks < mostLooks; looks += 1) {
      const order = await orderOf(product.queries, clientId, orderId)
      if (order === undefined || !mayTip(factsOf(order)) || !tipCentsOf(order).includes(cents)) return undefined
      if (await isDisputed(product.queries, order)) return undefined
      const address = await nextStep(product, order, visit).catch((error: unknown) => {
        if (error instanceof CardCustomerGone) return undefined
        throw error
      })
      if (address !== undefined) return address
    }
    throw new CardsUnavailable(`the tip pages of order ${orderId} do not come to an end`)
  })
}

async function nextStep(
  product: AppContext,
  order: StoredOrder,
  visit: { cents: number; success: string; cancel: string },
): Promise<string | undefined> {
  const now = product.clock.now()
  const { client_id: clientId, id: orderId } = order
  const lines = ({ cents }: { cents: number }) => [{ text: `Tip for Nerdify order ${order.number}`, cents }]
  const open = await openAttemptOf(product.queries, clientId, orderId, 'tip')
  if (open !== undefined) {
    const session = await sessionOf(product, open, lines(open))
    if (session === undefined) return undefined
    const fits = open.cents === visit.cents && open.expires_at - now > tooLateMs
    if (session.status === 'open' && fits && session.url !== null) return session.url
    if (session.status === 'open') await closePage(product, open, session)
    else await settleAttempt(product, open, session)
    return undefined
  }
  const attempt = await transaction(product.queries, (queries) =>
    insertAttempt(queries, {
      client_id: clientId,
      id: uuidv7(now),
      order_id: orderId,
      kind: 'tip',
      cents: visit.cents,
      success_path: visit.success,
      cancel_path: visit.cancel,
      created_at: new Date(now),
      expires_at: new Date(now + pageLifeMs),
    }),
  )
  return (await sessionOf(product, attempt, lines(attempt)))?.url ?? undefined
}
