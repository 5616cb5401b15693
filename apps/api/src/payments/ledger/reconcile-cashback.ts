import { keptCashbackCents } from '@nerdify/domain/payments/refund-plan.ts'
import type { Queries } from '../../database/tables.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { isDisputed } from '../dispute/disputed.ts'
import { accounts, entriesOf } from './ledger.store.ts'
import { postEntry } from './post-entry.ts'

/**
 * Brings the cash-back of an order to what its client may keep: its share of what was not given back (DISC-14). Taking it
 * back, all of it while a payment of the order is disputed, may leave the balance below zero, which blocks spending until it is made up (PAY-13). `cause` names what changed.
 */
export async function reconcileCashback(
  queries: Queries,
  { order, cause, now }: { order: StoredOrder; cause: string; now: number },
): Promise<void> {
  const { client_id: clientId, id: orderId } = order
  const balance = accounts.balance(clientId)
  const entries = await entriesOf(queries, { clientId, orderId, kinds: ['cashback', 'cashback_taken_back'] })
  const onBalance = (kinds: readonly string[]) =>
    entries
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ lines }) => lines)
      .reduce((sum, { account, cents }) => (account === balance ? sum + cents : sum), 0)
  const cashbackCents = onBalance(['cashback'])
  if (cashbackCents === 0) return
  const frozen = await isDisputed(queries, order)
  const kept = frozen
    ? 0
    : keptCashbackCents({ cashbackCents, paidCents: order.paid_cents, refundedCents: order.refunded_cents })
  const cents = kept - onBalance(['cashback', 'cashback_taken_back'])
  if (cents === 0) return
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'cashback_taken_back',
    ref: `cashback:${orderId}:${cause}`,
    at: now,
    lines: [
      { account: accounts.promo, cents: -cents },
      { account: balance, cents },
    ],
  })
}

/** Credits what the discount of an order brings, now that the order went to work (DISC-14): once, and nothing where it brings none. */
export async function creditCashback(
  queries: Queries,
  { order, cents, now }: { order: StoredOrder; cents: number; now: number },
): Promise<void> {
  if (cents <= 0) return
  const { client_id: clientId, id: orderId } = order
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'cashback',
    ref: `cashback:${orderId}`,
    at: now,
    lines: [
      { account: accounts.promo, cents: -cents },
      { account: accounts.balance(clientId), cents },
    ],
  })
  // A part that was paid before may be disputed, or given back.
  await reconcileCashback(queries, { order, cause: 'paid', now })
}
