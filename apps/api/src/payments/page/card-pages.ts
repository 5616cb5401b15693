import { webPaths } from '@nerdify/contract/web-paths.ts'
import { balanceLines, lineAmount } from '@nerdify/domain/payments/receipt-lines.ts'
import { knownEmail } from '@nerdify/domain/sign-in/email.ts'
import { orderNumberText } from '@nerdify/domain/orders/order-texts.ts'
import { readClient } from '../../accounts/find-client.ts'
import { CardCallRefused, CardCustomerGone, type CardLine, type CardSession } from '../../ports.ts'
import { isSameHash } from '../../keys/derived-key.ts'
import { receiptSignature, returnSignature } from '../../keys/receipt-link.ts'
import type { AppContext } from '../../app-context.ts'
import {
  customerOf,
  dropCustomer,
  keepCustomer,
  noteCustomerEmail,
  type StoredAttempt,
  updateAttempt,
} from './attempts.store.ts'
import { endUnpaidAttempt, settleAttempt } from '../settle/settle-attempt.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { matchingLines } from '../receipt/receipts.ts'

/** How long a payment page stays open; the provider wants at least 30 minutes. */
export const pageLifeMs = 65 * 60_000
/** A page that closes this soon is not reused. */
export const tooLateMs = 5 * 60_000

/** Closes an open page; if it was paid meanwhile, books the payment. */
export async function closePage(product: AppContext, attempt: StoredAttempt, session: CardSession): Promise<void> {
  const closed = session.status === 'open' ? await product.cards.expireSession(session.id) : session
  await settleAttempt(product, attempt, closed)
}

/**
 * The provider's session of an attempt; creates it, with the same idempotency key, if an interruption left none.
 * - Any failure ends an attempt whose page was never shown, since the provider may repeat that failure for the key for
 *   a day; the next visit makes a new attempt (HOLD-01).
 * - Throws {@link CardCustomerGone} if the provider has lost the customer and a new one must be made.
 */
export async function sessionOf(
  product: AppContext,
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
      successUrl: publicUrl + signedReturnPath(product, attempt.order_id, attempt.success_path),
      cancelUrl: publicUrl + attempt.cancel_path,
      expiresAt: attempt.expires_at,
    })
    await updateAttempt(product.queries, attempt, { session_id: session.id })
    return session
  } catch (error) {
    await endUnpaidAttempt(product, attempt, 'failed')
    if (error instanceof CardCustomerGone) await dropCustomer(product.queries, attempt.client_id, customerId)
    // An abandoned attempt may ask for an expiry in the past: a new one replaces it.
    if (error instanceof CardCallRefused && attempt.created_at < product.clock.now() - tooLateMs) return undefined
    throw error
  }
}

/**
 * Where the card page returns to: the order's thank-you page gets a signature that proves the payment (PAY-03), any
 * other path stays as it is.
 */
export function signedReturnPath({ settings }: Pick<AppContext, 'settings'>, orderId: string, path: string): string {
  return path === webPaths.orderThankYou(orderId)
    ? webPaths.orderPaid(orderId, returnSignature(settings.secret, orderId))
    : path
}

/** Whether `signature` proves a return to an order. Card pages of an older build return with that of its receipts. */
export function isReturnSignature(
  { settings: { secret } }: Pick<AppContext, 'settings'>,
  orderId: string,
  signature: string,
): boolean {
  return [returnSignature, receiptSignature].some((sign) => isSameHash(signature, sign(secret, orderId)))
}

/**
 * A client's customer id at the provider; creates it on first use, and sends it the client's e-mail, which pages fill in,
 * if the provider has another. If two are created at once, the first one wins.
 */
export async function customerFor(product: AppContext, clientId: string): Promise<string> {
  const { queries, cards } = product
  const { customerId, providerEmail } = await storedOrNewCustomer(product, clientId)
  // Without an address the page asks for one.
  const email = knownEmail((await readClient(queries, clientId)).email) ?? ''
  if (email === (providerEmail ?? '')) return customerId
  const isSent = await cards.updateCustomerEmail(customerId, email).then(
    () => true,
    () => false,
  )
  if (isSent) await noteCustomerEmail(queries, { clientId, customerId, email })
  return customerId
}

async function storedOrNewCustomer({ queries, cards }: AppContext, clientId: string) {
  const existing = await customerOf(queries, clientId)
  if (existing !== undefined) return existing
  const customerId = await cards.createCustomer({ clientId })
  await keepCustomer(queries, clientId, customerId)
  return (await customerOf(queries, clientId)) ?? { customerId, providerEmail: null }
}

/**
 * Lines of an order's card page: those of its receipt (EASE-06). The provider refuses negative lines: if there is one,
 * a single line has the card's amount, and its description lists the receipt's lines.
 */
export function cardLines(
  order: StoredOrder,
  attempt: Pick<StoredAttempt, 'cents' | 'balance_cents' | 'services'>,
): CardLine[] {
  const { cents: cardCents, balance_cents: balanceCents, services } = attempt
  const name = orderNumberText(order.number)
  const lines = matchingLines(order, { cents: cardCents + balanceCents, services })
  if (lines === undefined) return [{ text: name, cents: cardCents }]
  const all = [...lines, ...balanceLines(balanceCents)]
  if (all.every(({ cents }) => cents >= 0)) {
    return all.map((line, index) => (index === 0 ? { ...line, about: name } : line))
  }
  return [{ text: name, cents: cardCents, about: all.map((line) => `${line.text}: ${lineAmount(line)}`).join('; ') }]
}
