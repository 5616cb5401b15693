import { sql } from 'kysely'
import Stripe from 'stripe'
import { testProduct } from './running-product.ts'

/** The card provider as its dashboard shows it. */
export async function cardProvider(): Promise<Stripe> {
  const { sandboxUrl, settings } = await testProduct()
  const { hostname: host, port } = new URL(sandboxUrl)
  return new Stripe(settings.stripe.secretKey, { host, port: Number(port), protocol: 'http', telemetry: false })
}

/** The provider's payment of an order, or of its tip. */
export async function paymentOf(order: { id: string }, kind: 'order' | 'tip' = 'order'): Promise<string> {
  const { product } = await testProduct()
  const { rows } = await sql<{ payment_intent_id: string }>`
    select payment_intent_id from payment_attempt
    where order_id = ${order.id} and kind = ${kind} and payment_intent_id is not null`.execute(product.queries)
  return rows[0]?.payment_intent_id ?? ''
}
