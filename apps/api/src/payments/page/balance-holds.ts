import type { Queries } from '../../database/tables.ts'
import { recordMoney } from '../../orders/history/record-money.ts'
import type { StoredAttempt } from './attempts.store.ts'
import { accounts, postEntry, transfer } from '../ledger/ledger.store.ts'

/**
 * Holds an attempt's part of the balance while its card page is open, so that no other payment spends it (PAY-13). The
 * caller holds the locks of the order and of the client, and has checked the balance.
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

/** Returns an attempt's hold to the balance when the attempt ends unpaid (abuse 15). */
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
