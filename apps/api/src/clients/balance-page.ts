import { type BalancePage, balanceChangesPerPage } from '@nerdify/contract/client.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { Product } from '../product.ts'
import { balanceHistory } from '../payments/ledger/balance-history.ts'

/** A page of what changed a client's balance, newest first (INFO-04); pages count from 0. */
export async function balancePage(product: Product, clientId: string, page: number): Promise<BalancePage> {
  const { movements, total } = await balanceHistory(product.queries, clientId, {
    offset: page * balanceChangesPerPage,
    most: balanceChangesPerPage,
  })
  return {
    results: movements.map((one) => ({
      id: one.id,
      at: new Date(one.at).toISOString(),
      amount: dollarsFromCents(one.cents),
      cause: one.cause,
      order_number: one.orderNumber,
    })),
    page,
    pages: Math.ceil(total / balanceChangesPerPage),
    total,
  }
}
