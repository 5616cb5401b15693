import { webPaths } from '@nerdify/contract/web-paths.ts'
import { readClient } from '../../accounts/find-client.ts'
import { CardCallRefused, CardCustomerGone, type CardLine, type CardSession } from '../../ports.ts'
import { receiptSignature } from '../../keys/receipt-link.ts'
import type { Product } from '../../product.ts'
import { customerOf, dropCustomer, keepCustomer, noteOnAttempt, type StoredAttempt } from './attempts.store.ts'
import { endUnpaidAttempt } from '../settle/end-unpaid-attempt.ts'
import { settleAttempt } from '../settle/settle-attempt.ts'

/** How long a payment page stays open; the provider wants at least 30 minutes. */
export const pageLifeMs = 65 * 60_000
/** A page that closes this soon is not handed out again. */
export const tooLateMs = 5 * 60_000

/** Closes an open page; should it turn out to be paid instead, that is booked. */
export async function closePage(product: Product, attempt: StoredAttempt, session: CardSession): Promise<void> {
  const closed = session.status === 'open' ? await product.cards.expireSession(session.id) : session
  await settleAttempt(product, attempt, closed)
}

/**
 * The provider's session of an attempt; an attempt that was interrupted before it had one gets it now, by the same key.
 * An attempt whose page nobody has seen ends with any failure, since its key may keep that failure for a day: the next
 * opening makes another attempt (HOLD-01). Throws {@link CardCustomerGone} when the provider has lost the customer and a
 * new one must be made.
 */
export async function sessionOf(
  product: Product,
  attempt: StoredAttempt,
  lines: readonly CardLine[],
): Promise<CardSession | undefined> {
  if (attempt.session_id !== null) return product.cards.session(attempt.session_id)
  const { publicUrl } = product.settings
  const { saved_cards_of: savedCardsOf } = attempt
  const customerId = savedCardsOf ?? (await customerFor(product, attempt.client_id))
  try {
    const session = await product.cards.createSession({
      attemptId: attempt.id,
      orderId: attempt.order_id,
      customerId,
      offersSavedCards: savedCardsOf !== null,
      kind: attempt.kind,
      lines,
      successUrl: publicUrl + toldOnReturn(product, attempt.order_id, attempt.success_path),
      cancelUrl: publicUrl + attempt.cancel_path,
      expiresAt: attempt.expires_at,
    })
    await noteOnAttempt(product.queries, attempt, { session_id: session.id })
    return session
  } catch (error) {
    await endUnpaidAttempt(product, attempt, 'failed')
    if (error instanceof CardCustomerGone) await dropCustomer(product.queries, attempt.client_id, customerId)
    // An attempt that was left behind long ago may ask for a page in the past: a new one takes its place.
    if (error instanceof CardCallRefused && attempt.created_at < product.clock.now() - tooLateMs) return undefined
    throw error
  }
}

/** Where a payment leads: to the order's own page with what tells that it arrived (PAY-03), or as asked for. */
export function toldOnReturn({ settings }: Pick<Product, 'settings'>, orderId: string, path: string): string {
  return path === webPaths.orderThankYou(orderId)
    ? webPaths.orderPaid(orderId, receiptSignature(settings.secret, orderId))
    : path
}

/** The card provider's customer of a client, made when it is first needed. Of two made at once the first one counts. */
export async function customerFor(product: Product, clientId: string): Promise<string> {
  const kept = await customerOf(product.queries, clientId)
  if (kept !== undefined) return kept
  const { email } = await readClient(product.queries, clientId)
  const made = await product.cards.createCustomer({ clientId })
  await keepCustomer(product.queries, clientId, made)
  const customerId = (await customerOf(product.queries, clientId)) ?? made
  // The page asks for an address that it does not know.
  if (email !== null) await product.cards.tellCustomerEmail(customerId, email).catch(() => undefined)
  return customerId
}
