import type { Client, ClientFacts } from '@nerdify/contract/client.ts'
import { hasVipPhone } from '@nerdify/domain/plans/plan-benefits.ts'
import { maskedEmail, maskedPhone } from '@nerdify/domain/sign-in/masked.ts'
import { onlyOrderOf } from '@nerdify/domain/sign-in/session-reach.ts'
import type { Queries } from '../database/tables.ts'
import { countOrders, type OrderCounts } from '../orders/list/list-orders.ts'
import type { AppContext } from '../app-context.ts'
import { sessionCode } from '../sessions/session-code.ts'
import type { OpenSession } from '../http/caller.ts'
import { clientFacts } from './client-facts.ts'

interface Caller {
  session: OpenSession
  ipAddress: string
}

/**
 * The signed-in client's own data (API-06), as far as their session may see it (SAFE-03). In a transaction: the first
 * read creates the client's codes.
 */
export async function clientAnswer(product: AppContext, queries: Queries, caller: Caller): Promise<Client> {
  const answer = await clientAnswerWithoutCounts(product, queries, caller)
  const { session } = caller
  return answer(await countOrders(queries, session.clientId, onlyOrderOf(session)))
}

/** The answer without the order counts: the caller counts in parallel and passes them to the returned function. */
export async function clientAnswerWithoutCounts(
  product: AppContext,
  queries: Queries,
  { session, ipAddress }: Caller,
): Promise<(orders: OrderCounts) => Client> {
  const { secret, companyZone, companyHolidays, vipPhone } = product.settings
  const factsWith = await clientFacts(product, queries, { clientId: session.clientId, ipAddress })
  return (orders) => {
    const facts = factsWith(orders)
    const shown = onlyOrderOf(session) === undefined ? facts : forOneOrder(facts)
    return {
      ...shown,
      referral_code: sessionCode(secret, session),
      last_subjects: orders.lastSubjects,
      company_timezone: companyZone,
      company_holidays: [...companyHolidays],
      vip_phone: vipPhone !== undefined && hasVipPhone(facts.tags) ? vipPhone : null,
    }
  }
}

/** Masks the client's data for a session of one order: the link must not reveal contacts or money (SAFE-03). */
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
