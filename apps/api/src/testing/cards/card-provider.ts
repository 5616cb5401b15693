import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { CardProviderUnderTest, EventTravel } from './card-provider-under-test.ts'
import { testProduct } from '../running-product.ts'

/** The card provider of this test run: the sandbox, or with STRIPE_TEST_KEY the real one's test mode. */
export async function providerUnderTest(): Promise<CardProviderUnderTest> {
  return (await testProduct()).provider
}

/** The card provider as its dashboard shows it. */
export async function cardProvider(): Promise<Stripe> {
  return (await providerUnderTest()).dashboard
}

/** Chooses how the provider's events travel from now on; by default at once and once each. */
export async function cardEvents(how: EventTravel = {}): Promise<void> {
  await (await providerUnderTest()).letEventsTravel(how)
}

/** The provider's payment of an order, or of its tip. */
export async function paymentOf(order: { id: string }, kind: 'order' | 'tip' = 'order'): Promise<string> {
  const { product } = await testProduct()
  const { rows } = await sql<{ payment_intent_id: string }>`
    select payment_intent_id from payment_attempt
    where order_id = ${order.id} and kind = ${kind} and payment_intent_id is not null`.execute(product.queries)
  return rows[0]?.payment_intent_id ?? ''
}
