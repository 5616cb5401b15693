import { clientsById } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { moneyOfOrdersOf } from '../orders/list/own-order.ts'
import { accounts, accountSumsOf, clientsMovedSince } from '../payments/ledger/ledger.store.ts'

/**
 * Compares the stored amounts of balances and orders with the sums of their accounts (PAY-06, PAY-13), for every client
 * whose money moved since an instant (epoch milliseconds). Returns a sentence for each difference.
 */
export async function compareSums(queries: Queries, since: number): Promise<string[]> {
  const clientIds = await clientsMovedSince(queries, since)
  const differences: string[] = []
  for (const batch of batchesOf(clientIds)) differences.push(...(await compareTwice(queries, batch)))
  return differences
}

/** Money may move between two queries, so only a difference that a second comparison repeats is real. */
async function compareTwice(queries: Queries, clientIds: readonly string[]): Promise<string[]> {
  const differences = await compareClients(queries, clientIds)
  if (differences.length === 0) return []
  const repeated = new Set(await compareClients(queries, clientIds))
  return differences.filter((difference) => repeated.has(difference))
}

async function compareClients(queries: Queries, clientIds: readonly string[]): Promise<string[]> {
  const sums = await accountSumsOf(queries, clientIds)
  const sumOf = (account: string) => sums.get(account) ?? 0
  const clients = await clientsById(queries, clientIds)
  const orders = await moneyOfOrdersOf(queries, clientIds)
  return [
    ...[...clients.values()].map(({ id, balance_cents: cents }) => ({
      field: `balance of client ${id}`,
      cents,
      sum: sumOf(accounts.balance(id)),
    })),
    ...orders.flatMap(({ id, number, ...order }) => [
      { field: `client_paid of order ${number}`, cents: order.paid_cents, sum: sumOf(accounts.paid(id)) },
      { field: `refunded of order ${number}`, cents: order.refunded_cents, sum: 0 - sumOf(accounts.refunded(id)) },
      { field: `balance_held of order ${number}`, cents: order.held_cents, sum: sumOf(accounts.held(id)) },
      { field: `total_tips_amount of order ${number}`, cents: order.tips_cents, sum: sumOf(accounts.tips(id)) },
      {
        field: `late_credited of order ${number}`,
        cents: order.late_credit_cents,
        sum: 0 - sumOf(accounts.lateCredit(id)),
      },
    ]),
  ]
    .filter(({ cents, sum }) => cents !== sum)
    .map(({ field, cents, sum }) => `The ${field} is ${cents} cents, and its ledger lines sum to ${sum}.`)
}

const batchSize = 100

/** The items in batches of a hundred, one SQL statement for each. */
export function* batchesOf<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let from = 0; from < items.length; from += batchSize) yield items.slice(from, from + batchSize)
}
