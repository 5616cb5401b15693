import type { Client, ClientFacts } from '@nerdify/contract/client.ts'
import { hasVipPhone } from '@nerdify/domain/plans/plan-benefits.ts'
import { maskedEmail, maskedPhone } from '@nerdify/domain/sign-in/masked.ts'
import { onlyOrderOf } from '@nerdify/domain/sign-in/session-reach.ts'
import type { Queries } from '../database/tables.ts'
import { countOrders, type OrderCounts } from '../orders/list/list-orders.ts'
import { cardCustomerOf } from '../payments/page/card-customer.ts'
import type { Product } from '../product.ts'
import { referralFacts } from '../referrals/bring-friend.ts'
import { referralCodes } from '../keys/referral-codes.ts'
import { sessionCode } from '../sessions/session-code.ts'
import type { OpenSession } from '../http/caller.ts'
import { pendingChange } from '../accounts/email-changes.store.ts'
import { readClient } from '../accounts/find-client.ts'
import { presentClient } from './present-client.ts'
import { isInRestrictedRegion } from '../accounts/restricted-region.ts'

/** Who asks, and from where. */
interface Asking {
  session: OpenSession
  ipAddress: string
}

/** The signed-in client as they read themself (API-06), as far as their session is shown it (SAFE-03). In a transaction: the first reading makes the codes of the client. */
export async function clientAnswer(product: Product, queries: Queries, asking: Asking): Promise<Client> {
  const answer = await clientAnswerBut(product, queries, asking)
  const { session } = asking
  return answer(await countOrders(queries, session.clientId, onlyOrderOf(session)))
}

/** The same for who counts the client's orders meanwhile: all but the counts is read, they make it whole. */
export async function clientAnswerBut(
  product: Product,
  queries: Queries,
  { session, ipAddress }: Asking,
): Promise<(orders: OrderCounts) => Client> {
  const { secret, companyZone, vipPhone } = product.settings
  const factsWith = await clientFacts(product, queries, { clientId: session.clientId, ipAddress })
  return (orders) => {
    const facts = factsWith(orders)
    const shown = onlyOrderOf(session) === undefined ? facts : forOneOrder(facts)
    return {
      ...shown,
      referral_code: sessionCode(secret, session),
      company_timezone: companyZone,
      vip_phone: vipPhone !== undefined && hasVipPhone(facts.tags) ? vipPhone : null,
    }
  }
}

/** A client as they read themself (API-06), whatever session they have; the counts of their orders make it whole. */
export async function clientFacts(
  product: Pick<Product, 'settings' | 'clock' | 'geo'>,
  queries: Queries,
  { clientId, ipAddress }: { clientId: string; ipAddress?: string },
): Promise<(orders: OrderCounts) => ClientFacts> {
  const codes = await referralCodes(queries, { clientId, secret: product.settings.secret, now: product.clock.now() })
  const client = await readClient(queries, clientId)
  const restricted = isInRestrictedRegion(product, client, ipAddress)
  const cardCustomer = await cardCustomerOf(queries, clientId)
  const pendingEmail = (await pendingChange(queries, clientId))?.to_email ?? null
  const referrals = await referralFacts(queries, clientId)
  return (orders) =>
    presentClient(client, { ...orders, referrals }, { ...codes, restricted, cardCustomer, pendingEmail })
}

/** What a session of one order is shown of its client: who has the link is to learn neither how to reach them nor what they have (SAFE-03). */
function forOneOrder(facts: ClientFacts): Omit<Client, 'referral_code'> {
  const { phone, email, pending_email: pending } = facts
  return {
    ...facts,
    phone: phone && maskedPhone(phone),
    email: email && { email: maskedEmail(email.email) },
    pending_email: pending && maskedEmail(pending),
    available_balance: null,
  }
}
