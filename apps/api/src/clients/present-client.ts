import type { Client } from '@nerdify/contract/client.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import { isPlaceholderEmail } from '@nerdify/domain/sign-in/email.ts'
import type { StoredClient } from './clients.store.ts'

/** A client as they read themself (API-06, API-12); addresses at the placeholder domain count as none (INFO-03). */
export function presentClient(
  client: StoredClient,
  counts: { orders: number; paidOrders: number; completedOrders: number },
): Client {
  const email = client.email === null || isPlaceholderEmail(client.email) ? null : { email: client.email }
  return {
    _id: client.id,
    id: client.id,
    email,
    phone: client.phone,
    nickname: client.nickname,
    available_balance: dollarsFromCents(client.balance_cents),
    country_final: client.country,
    tags: client.tags,
    subscriptions_active: [],
    exp_data: client.experiments,
    userdef: client.preferences,
    has_completed_order: counts.completedOrders > 0,
    paid_orders_count: counts.paidOrders,
    orders_count: counts.orders,
  }
}
