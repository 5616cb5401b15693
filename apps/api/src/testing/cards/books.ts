import { expect } from 'vitest'
import type { ClientFacts } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import type { Queries } from '../../database/tables.ts'
import { applyCode, newCoupon, payOrder } from '../coupon-calls.ts'
import { testProduct } from '../running-product.ts'
import { signedInPerson, type TestPerson } from '../test-client.ts'

/** A person with this balance in cents, from the cash-back of an order of $48. At most $48. */
export async function personWithBalance(cents: number): Promise<TestPerson> {
  const person = await signedInPerson()
  const code = await newCoupon({ gift: { kind: 'cashback', percent: Math.round(cents / 0.48) / 100 } })
  const { body } = await applyCode(person, await person.order(), code)
  await payOrder(person, body)
  // It may credit more than any coupon of operations may.
  await (await testProduct()).product.queries.deleteFrom('discount').where('code', '=', code).execute()
  expect(await balanceOf(person)).toBe(cents / 100)
  return person
}

/** The client's balance as shown to them, in dollars. */
export async function balanceOf(person: TestPerson): Promise<number> {
  return (await person.send<ClientFacts>('GET', '/api/v3/users/client/me')).body.available_balance
}

/** The ledger's lines, each with its entry's kind and order, the account and the cents. */
export const ledgerLines = async () =>
  (await testProduct()).product.queries
    .selectFrom('ledger_entry')
    .innerJoin('ledger_line', (join) =>
      join
        .onRef('ledger_entry.client_id', '=', 'ledger_line.client_id')
        .onRef('ledger_entry.id', '=', 'ledger_line.entry_id'),
    )
    .select(['ledger_entry.id', 'kind', 'account', 'cents'])

/** The ledger's lines of an order's accounts and of its client's balance for it, oldest first, in cents. */
export async function movesOf(order: Pick<Order, 'id'>): Promise<string[]> {
  const lines = await (await ledgerLines())
    .where('order_id', '=', order.id)
    .orderBy('ledger_entry.id')
    .orderBy('line')
    .execute()
  return lines.map(({ kind, account, cents }) => `${kind}: ${account.split(':')[0]} ${cents}`)
}

/**
 * Asserts that the books agree: every entry sums to zero, and the stored money of orders and balances equals the sum of
 * its account.
 */
export async function expectBooksToAgree(): Promise<void> {
  await expectBooksOf((await testProduct()).product.queries)
}

/**
 * Asserts the same for another database than this test run's. Reads a snapshot: money of earlier tests may still move
 * at the provider.
 */
export function expectBooksOf(queries: Queries): Promise<void> {
  return queries.transaction().setIsolationLevel('repeatable read').execute(expectToAgree)
}

async function expectToAgree(queries: Queries): Promise<void> {
  const lines = await queries.selectFrom('ledger_line').select(['entry_id', 'account', 'cents']).execute()
  const sums = new Map<string, number>()
  const entries = new Map<string, number>()
  for (const { entry_id, account, cents } of lines) {
    sums.set(account, (sums.get(account) ?? 0) + cents)
    entries.set(entry_id, (entries.get(entry_id) ?? 0) + cents)
  }
  expect([...entries].filter(([, sum]) => sum !== 0)).toEqual([])

  const orders = await queries
    .selectFrom('client_order')
    .select(['id', 'paid_cents', 'refunded_cents', 'held_cents', 'tips_cents', 'late_credit_cents'])
    .execute()
  const clients = await queries.selectFrom('client').select(['id', 'balance_cents']).execute()
  const stored: [account: string, cents: number][] = [
    ...orders.flatMap(({ id, ...order }): [string, number][] => [
      [`order:${id}`, order.paid_cents],
      [`refunded:${id}`, 0 - order.refunded_cents],
      [`hold:${id}`, order.held_cents],
      [`tips:${id}`, order.tips_cents],
      [`late-credit:${id}`, 0 - order.late_credit_cents],
    ]),
    ...clients.map(({ id, balance_cents }): [string, number] => [`balance:${id}`, balance_cents]),
  ]
  // One assertion for all of them: it runs after many tests, and each assertion costs more than the sum.
  const booked = ([account]: [string, number]): [string, number] => [account, sums.get(account) ?? 0]
  const differing = stored.filter(([account, cents]) => cents !== (sums.get(account) ?? 0))
  expect(differing).toEqual(differing.map(booked))
}
