import { clientsById } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { orderMoneyOf } from '../orders/list/own-order.ts'
import { accounts, accountSumsOf, clientsMovedSince } from '../payments/ledger/ledger.store.ts'

/**
 * Compares what is stored of balances and orders with the sums of their accounts (PAY-06, PAY-13), of every client whose
 * money moved since an instant (epoch milliseconds); a sentence for each that differs, there are none.
 */
export async function compareSums(queries: Queries, since: number): Promise<string[]> {
  const clientIds = await clientsMovedSince(queries, since)
  const differences: string[] = []
  for (const some of batchesOf(clientIds)) differences.push(...(await compareTwice(queries, some)))
  return differences
}

/** Money may move between one reading and the next, so what differs is looked at again: what is wrong stays so. */
async function compareTwice(queries: Queries, clientIds: readonly string[]): Promise<string[]> {
  const found = await compareClients(queries, clientIds)
  if (found.length === 0) return []
  const again = new Set(await compareClients(queries, clientIds))
  return found.filter((difference) => again.has(difference))
}

async function compareClients(queries: Queries, clientIds: readonly string[]): Promise<string[]> {
  const sums = await accountSumsOf(queries, clientIds)
  const sumOf = (account: string) => sums.get(account) ?? 0
  const clients = await clientsById(queries, clientIds)
  const orders = await orderMoneyOf(queries, clientIds)
  return [
    ...[...clients.values()].map(({ id, balance_cents: cents }) => ({
      what: `balance of client ${id}`,
      cents,
      sum: sumOf(accounts.balance(id)),
    })),
    ...orders.flatMap(({ id, number, ...order }) => [
      { what: `client_paid of order ${number}`, cents: order.paid_cents, sum: sumOf(accounts.paid(id)) },
      { what: `refunded of order ${number}`, cents: order.refunded_cents, sum: 0 - sumOf(accounts.refunded(id)) },
      { what: `balance_held of order ${number}`, cents: order.held_cents, sum: sumOf(accounts.held(id)) },
      { what: `total_tips_amount of order ${number}`, cents: order.tips_cents, sum: sumOf(accounts.tips(id)) },
      {
        what: `late_credited of order ${number}`,
        cents: order.late_credit_cents,
        sum: 0 - sumOf(accounts.lateCredit(id)),
      },
    ]),
  ]
    .filter(({ cents, sum }) => cents !== sum)
    .map(({ what, cents, sum }) => `The ${what} is ${cents} cents, and its ledger lines sum to ${sum}.`)
}

const batch = 100

/** The items in parts of a hundred, as many as one statement asks the database for. */
export function* batchesOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let from = 0; from < items.length; from += batch) yield items.slice(from, from + batch)
}
