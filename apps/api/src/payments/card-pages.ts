import { readClient } from '../clients/find-client.ts'
import { CardCallRefused, type CardSession } from '../ports.ts'
import type { Product } from '../product.ts'
import { customerOf, keepCustomer, noteSession, type StoredAttempt } from './attempts.store.ts'
import { endUnpaidAttempt } from './end-unpaid-attempt.ts'
import { settleAttempt } from './settle-attempt.ts'

/** How long a payment page stays open; the provider wants at least 30 minutes. */
export const pageLifeMs = 65 * 60_000
/** A page that closes this soon is not handed out again. */
export const tooLateMs = 5 * 60_000

/** Closes an open page; should it turn out to be paid instead, that is booked. */
export async function closePage(product: Product, attempt: StoredAttempt, session: CardSession): Promise<void> {
  const closed = session.status === 'open' ? await product.cards.expireSession(session.id) : session
  await settleAttempt(product, attempt, closed)
}

/** The provider's session of an attempt; one that was cut off before it had a session gets it now, by the same key. */
export async function sessionOf(
  product: Product,
  attempt: StoredAttempt,
  description: string,
): Promise<CardSession | undefined> {
  if (attempt.session_id !== null) return product.cards.session(attempt.session_id)
  return makeSession(product, attempt, description)
}

async function makeSession(
  product: Product,
  attempt: StoredAttempt,
  description: string,
): Promise<CardSession | undefined> {
  const { publicUrl } = product.settings
  const { saved_cards_of: savedCardsOf } = attempt
  const customerId = savedCardsOf ?? (await customerFor(product, attempt.client_id))
  try {
    const session = await product.cards.createSession({
      attemptId: attempt.id,
      orderId: attempt.order_id,
      customerId,
      offersSavedCards: savedCardsOf !== null,
      cents: attempt.cents,
      kind: attempt.kind,
      description,
      successUrl: publicUrl + attempt.success_path,
      cancelUrl: publicUrl + attempt.cancel_path,
      expiresAt: attempt.expires_at,
    })
    await noteSession(product.queries, attempt, session.id)
    return session
  } catch (error) {
    const refusedForGood = error instanceof CardCallRefused
    if (refusedForGood) await endUnpaidAttempt(product, attempt, 'failed')
    // An attempt that was left behind long ago may ask for a page in the past: a new one takes its place.
    if (refusedForGood && attempt.created_at < product.clock.now() - tooLateMs) return undefined
    throw error
  }
}

/** The card provider's customer of a client, made when it is first needed. */
export async function customerFor(product: Product, clientId: string): Promise<string> {
  const kept = await customerOf(product.queries, clientId)
  if (kept !== undefined) return kept
  const { email } = await readClient(product.queries, clientId)
  const customerId = await product.cards.createCustomer({ clientId, email })
  await keepCustomer(product.queries, clientId, customerId)
  return customerId
}
