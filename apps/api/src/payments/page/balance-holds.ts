import type { Queries } from '../../database/tables.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { StoredAttempt } from './attempts.store.ts'
import { accounts, postEntry, transfer } from '../ledger/ledger.store.ts'

/**
 * Sets aside what the balance pays of an attempt while its card page is open (PAY-13), so that no other payment spends
 * it. The caller holds the locks of the order and of the client and has seen that the balance covers it.
 */
export async function holdBalance(queries: Queries, attempt: StoredAttempt, now: number): Promise<void> {
  const { client_id: clientId, order_id: orderId, id, balance_cents: cents } = attempt
  if (cents === 0) return
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'balance_hold',
    ref: `hold:${id}`,
    at: now,
    lines: transfer(cents, { from: accounts.balance(clientId), to: accounts.held(orderId) }),
  })
  await recordMoney(queries, 'held', { clientId, orderId, cents, now })
}

/** Gives back what an attempt held, once it has ended without a payment (abuse 15). */
export async function releaseBalance(queries: Queries, attempt: StoredAttempt, now: number): Promise<void> {
  const { client_id: clientId, order_id: orderId, id, balance_cents: cents } = attempt
  if (cents === 0) return
  const released = await postEntry(queries, {
    clientId,
    orderId,
    kind: 'balance_release',
    ref: `release:${id}`,
    at: now,
    lines: transfer(cents, { from: accounts.held(orderId), to: accounts.balance(clientId) }),
  })
  if (released) await recordMoney(queries, 'held', { clientId, orderId, cents: -cents, now })
}
