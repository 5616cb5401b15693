/** What the product needs of the world outside; only main.ts chooses the adapters. */

/** The time, epoch milliseconds UTC. */
export interface Clock {
  now(): number
}

/** Tells the outcome of handing a message to a provider. */
export type SendOutcome =
  | { outcome: 'sent'; providerId: string }
  /** The provider will never take it (a number that cannot exist, an address that opted out). */
  | { outcome: 'refused'; code: string }
  /** Nothing was taken; it may be tried again later. */
  | { outcome: 'unavailable'; code: string }
  /** The provider may have taken it: its answer was lost. */
  | { outcome: 'unknown'; code: string }

/** Sends text messages. */
export interface Sms {
  /** `to` is a phone in E.164; `body` is plain text. */
  send(message: { to: string; body: string }): Promise<SendOutcome>
}

/** Sends mail. */
export interface Mail {
  /** `to` is one bare address; `id` is the same when a message is sent again, so that mail programs know it again. */
  send(message: { id: string; to: string; subject: string; text: string; html: string }): Promise<SendOutcome>
  close(): void
}

/** A hosted card page as the product sees it; money in cents, instants in epoch milliseconds. */
export interface CardSession {
  id: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  url: string | null
  attemptId: string | null
  amountCents: number
  currency: string
  paymentIntentId: string | null
  receivedCents: number
  cardLast4: string | null
}

/** A refund as the provider made it, in cents. */
export interface CardRefund {
  id: string
  paymentIntentId: string
  cents: number
  status: 'pending' | 'succeeded' | 'failed'
}

/** An event that the card provider signed; only a hint, the object is fetched again. */
export interface CardEvent {
  id: string
  type: string
  objectId: string
  /** The card session or payment the object belongs to, where the event names it. */
  livemode: boolean
  createdAt: number
}

/** The card provider failed or could not be reached; the call may be repeated with the same key. */
export class CardsUnavailable extends Error {}

/** An event whose signature, age or mode is wrong. */
export class CardEventRefused extends Error {}

/** The card provider: hosted pages, refunds and signed events (PAY-02). */
export interface Cards {
  createCustomer(client: { clientId: string; email: string | null }): Promise<string>
  createSession(attempt: {
    attemptId: string
    orderId: string
    customerId: string
    cents: number
    description: string
    successUrl: string
    cancelUrl: string
    expiresAt: number
  }): Promise<CardSession>
  session(id: string): Promise<CardSession>
  /** Ends an open session; answers the session as it then is (it may turn out to be complete). */
  expireSession(id: string): Promise<CardSession>
  /** Gives back `cents` of a payment; `refundId` is the key that makes a repeat harmless. */
  refund(refund: { refundId: string; paymentIntentId: string; cents: number }): Promise<CardRefund>
  /** Checks the signature over the raw body; throws {@link CardEventRefused}. */
  readEvent(rawBody: string, signature: string | undefined): CardEvent
}

/** Random bytes, so that tests may choose them. */
export interface Randomness {
  bytes(count: number): Uint8Array
}
