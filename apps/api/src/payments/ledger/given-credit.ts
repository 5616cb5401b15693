import { creditLimitMs } from '@nerdify/domain/staff/staff-rights.ts'
import { lockedBalanceOf } from '../../accounts/credit-balance.ts'
import { dollarsFromCents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Queries } from '../../database/tables.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { refuseOverLimit } from '../staff-limit.ts'
import { accounts, postEntry, staffCreditsSince, transfer } from './ledger.store.ts'

/**
 * Credits a client's balance on behalf of staff, in the caller's transaction; cents (HOLD-06). 403 over_role_limit if the
 * credits of the last 30 days are above `limitCents` with it (OPS-15).
 */
export async function creditByStaff(
  queries: Queries,
  credit: { clientId: string; cents: number; reason: string; limitCents: number | undefined; now: number },
): Promise<void> {
  const { clientId, cents, reason, limitCents, now } = credit
  await lockedBalanceOf(queries, clientId)
  const beforeCents = limitCents === undefined ? 0 : await staffCreditsSince(queries, clientId, now - creditLimitMs)
  refuseOverLimit('client', { cents, beforeCents, limitCents })
  await postEntry(queries, {
    clientId,
    kind: 'staff_credit',
    ref: `staff-credit:${uuidv7(now)}`,
    at: now,
    lines: transfer(cents, { from: accounts.goodwill, to: accounts.balance(clientId) }),
    data: { reason },
  })
}

/**
 * Debits a client's balance on behalf of staff, in the caller's transaction; cents (OPS-11). 409 balance_too_low: only what
 * is there can be taken.
 */
export async function debitByStaff(
  queries: Queries,
  debit: { clientId: string; cents: number; reason: string; now: number },
): Promise<void> {
  const { clientId, cents, reason, now } = debit
  const balance = await lockedBalanceOf(queries, clientId)
  if (cents > balance) {
    const has = formatMoney(Math.max(0, balance))
    const say = `The balance has only ${has}, so no more can be taken.`
    throw new Refusal(409, say, { type: 'balance_too_low', value: String(Math.max(0, dollarsFromCents(balance))) })
  }
  await postEntry(queries, {
    clientId,
    kind: 'staff_debit',
    ref: `staff-debit:${uuidv7(now)}`,
    at: now,
    lines: transfer(cents, { from: accounts.balance(clientId), to: accounts.staffDebit }),
    data: { reason },
  })
}

/** Books the balance that a client brings from another system (OPS-18), once; cents. */
export async function importBalance(
  queries: Queries,
  { clientId, cents, now }: { clientId: string; cents: number; now: number },
): Promise<void> {
  await postEntry(queries, {
    clientId,
    kind: 'imported_balance',
    ref: `import:${clientId}`,
    at: now,
    lines: transfer(cents, { from: accounts.import, to: accounts.balance(clientId) }),
  })
}

/** Credits a sample client from our promo account, once per order; cents. */
export async function grantCredit(
  queries: Queries,
  credit: { clientId: string; orderId: string; cents: number; now: number },
): Promise<void> {
  const { clientId, orderId, cents, now } = credit
  await postEntry(queries, {
    clientId,
    orderId,
    kind: 'cashback',
    ref: `sample-credit:${orderId}`,
    at: now,
    lines: transfer(cents, { from: accounts.promo, to: accounts.balance(clientId) }),
  })
}
