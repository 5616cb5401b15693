import type Stripe from 'stripe'
import type { TestSandbox } from './test-sandbox.ts'

/** The address after a paid checkout, with the session's id. */
export const successUrl = 'http://shop.test/thank-you?session={CHECKOUT_SESSION_ID}'
export const cancelUrl = 'http://shop.test/orders'

/** The parameters of a checkout for this many cents. */
export function checkoutFor(cents: number): Stripe.Checkout.SessionCreateParams & { success_url: string } {
  return {
    mode: 'payment',
    ui_mode: 'hosted_page',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Order No. 48213' } } },
    ],
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

/** A new customer's id. */
export const newCustomer = async (sandbox: TestSandbox): Promise<string> =>
  (await sandbox.stripe.customers.create({})).id

/** The card page's answer. */
export interface PageAnswer {
  readonly status: number
  readonly location: string | null
  readonly html: string
}

async function submit(url: string, fields: Record<string, string>): Promise<PageAnswer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

/** Submits a card on the page at this address. */
export function typeCard(pageUrl: string | null, number: string, more: Record<string, string> = {}) {
  return submit(pageUrl ?? '', { card_number: number, expiry: '12 / 34', cvc: '123', ...more })
}

/** Answers the bank's page (3-D Secure). */
export function answerBank(sandbox: TestSandbox, location: string | null, result: 'complete' | 'fail') {
  return submit(sandbox.url + (location ?? ''), { result })
}

/** A checkout paid with a card, as the API shows it afterwards. */
export async function paidCheckout(sandbox: TestSandbox, cents: number, number = '4242 4242 4242 4242') {
  const open = await sandbox.stripe.checkout.sessions.create(checkoutFor(cents))
  const answer = await typeCard(open.url, number)
  if (answer.status !== 303) throw new Error(`The card was not taken: ${answer.html}`)
  const session = await sandbox.stripe.checkout.sessions.retrieve(open.id)
  return { session, payment: String(session.payment_intent) }
}

/** The error of an SDK call. */
export async function refusalOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return call.then(
    (answer) => {
      throw new Error(`Not refused: ${JSON.stringify(answer)}`)
    },
    (error: Stripe.errors.StripeError) => error,
  )
}
