/** Interfaces of the outside world; only serve.ts chooses the adapters. */

import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { Readable } from 'node:stream'

/** A form that a browser posts unchanged, its fields in order and then the file (FILE-01). */
export interface SignedForm {
  url: string
  fields: Record<string, string>
}

/** The time, epoch milliseconds UTC. */
export interface Clock {
  now(): number
}

/** The outcome of passing a message to a provider. */
export type SendOutcome =
  | { outcome: 'sent'; providerId: string }
  /** The provider will never accept it (an impossible number, an address that opted out). */
  | { outcome: 'refused'; code: string }
  /** Nothing was accepted; retry later. */
  | { outcome: 'unavailable'; code: string }
  /** The provider may have accepted it: its answer was lost. */
  | { outcome: 'unknown'; code: string }

/** The provider's record of a message that it may have accepted. */
export type FoundText = { outcome: 'sent'; providerId: string } | { outcome: 'not_taken' } | { outcome: 'unavailable' }

/** Sends text messages. */
export interface Sms {
  /** `to` is a phone in E.164; `body` is plain text; the provider reports its delivery to `reportUrl`. */
  send(message: { to: string; body: string; reportUrl: string }): Promise<SendOutcome>
  /** Whether the provider accepted a text since that instant (epoch milliseconds), after a lost answer. */
  find(message: { to: string; body: string; since: number }): Promise<FoundText>
  /** A call without effect that checks access to the provider; throws the fault. */
  reach(): Promise<void>
  /** The state of our account at the provider. */
  account(): Promise<TextAccount>
  /** Whether a call to `url` with these fields has the provider's signature. */
  isSigned(url: string, fields: Readonly<Record<string, string>>, signature: string | undefined): boolean
}

/** Our account at the provider of texts. */
export interface TextAccount {
  /** A trial texts only numbers that it has verified. */
  isTrial: boolean
  /** The numbers of the settings that the account has. */
  numbers: {
    phone: string
    canText: boolean
    /** Where texts to it go by POST; undefined for nowhere, or another way. */
    textsTo: string | undefined
  }[]
}

/** Sends mail. */
export interface Mail {
  /**
   * `to` is one bare address; `id` is equal for a resend, so that mail programs recognize it. `unsubscribeUrl` accepts
   * a POST that unsubscribes (RFC 8058).
   */
  send(message: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    /** The reply address, if not the default one; one bare address. */
    replyTo?: string | undefined
    unsubscribeUrl?: string | undefined
  }): Promise<SendOutcome>
  /** Like {@link Sms}'s. */
  reach(): Promise<void>
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
  cardBrand: string | null
  cardLast4: string | null
  /** The provider's fingerprint of the card, equal for the same number. */
  cardFingerprint: string | null
}

/** A refund at the provider, in cents. */
export interface CardRefund {
  id: string
  /** Our id, if we requested it. */
  refundId: string | null
  paymentIntentId: string
  /** The payment's attempt, if the answer includes it; null for a plan's or a foreign payment. */
  attemptId: string | null
  /** The client whose customer paid, if the answer includes it; null for a foreign payment. */
  clientId: string | null
  cents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** Pending until our account at the provider has the money. */
  lacksFunds: boolean
}

/** A dispute of a payment at the card's bank, in cents. */
export interface CardDispute {
  id: string
  paymentIntentId: string
  /** As in a refund. */
  attemptId: string | null
  clientId: string | null
  cents: number
  status: DisputeStatus
}

/** A payment or refund at the provider, in cents; `at` in epoch milliseconds. */
export interface CardMovement {
  kind: 'payment' | 'refund'
  id: string
  cents: number
  at: number
  /** Whether it belongs to an attempt or a refund of ours; others belong to a subscription, or to another product. */
  ours: boolean
  /** Whether our payment is a tip. */
  isTip: boolean
  /** The payment; for a refund, the refunded one. */
  paymentId: string | null
}

/** An event signed by the card provider; only a hint, the object is fetched again. */
export interface CardEvent {
  id: string
  type: string
  objectId: string
  createdAt: number
}

/** A provider failed, was unreachable or silent; a retry may succeed. A waiting caller gets 503 (HOLD-11). */
export class ProviderUnavailable extends Error {}

/** The card provider is unavailable; the call may be repeated with the same key. */
export class CardsUnavailable extends ProviderUnavailable {}

/** The card provider refused a call permanently: a retry would fail too. */
export class CardCallRefused extends Error {}

/** The provider does not know the object. */
export class CardObjectGone extends Error {}

/** The provider no longer has this customer: it was deleted there. */
export class CardCustomerGone extends CardCallRefused {}

/** An event whose signature, age or mode is wrong. */
export class CardEventRefused extends Error {}

/** A plan for the provider; cents. */
export interface PlanForSale {
  tag: string
  name: string
  monthlyCents: number
}

/** A visit to the provider's page to subscribe or to save a card. */
export interface PlanSession {
  id: string
  status: 'open' | 'complete' | 'expired'
  url: string | null
  /** Its client, and its key here; null for a foreign visit. */
  clientId: string | null
  checkoutId: string | null
  /** The resulting subscription. */
  subscriptionId: string | null
  savedCardId: string | null
}

/** The current state of a subscription; instants in epoch milliseconds. */
export interface CardSubscription {
  id: string
  /** Its client; null for a foreign subscription. */
  clientId: string | null
  customerId: string
  /** As in {@link PlanForSale}. */
  tag: string
  /** The provider's status. */
  status: string
  monthlyCents: number
  cancelAtPeriodEnd: boolean
  periodStart: number
  periodEnd: number
  trialEnd: number | null
  startedAt: number
  latestInvoiceId: string | null
  card: { last4: string; fingerprint: string | null } | null
}

/** The bill of a month, in cents; `at` in epoch milliseconds. */
export interface CardInvoice {
  id: string
  clientId: string | null
  subscriptionId: string
  /** The plan. */
  tag: string
  status: string
  reason: 'start' | 'month' | 'change' | 'other'
  /** The total, before the client's credit at the provider. */
  totalCents: number
  paidCents: number
  /** The part paid by that credit. */
  creditCents: number
  /** When it was paid; an unpaid one, when it was made. */
  paidAt: number
  paymentIntentId: string | null
}

/** A paid bill of a subscription, in cents. */
export interface PaidInvoice {
  id: string
  subscriptionId: string
  totalCents: number
  paymentIntentId: string | null
}

/** Subscriptions at the card provider (SUB-01 to SUB-13). */
export interface PlanCards {
  /** A page to subscribe; with `trialDays` the first charge follows the trial. */
  createPlanSession(checkout: PlanVisit & { plan: PlanForSale; trialDays: number | undefined }): Promise<PlanSession>
  /** A page to save another card. */
  createSetupSession(checkout: PlanVisit & { subscriptionId: string }): Promise<PlanSession>
  planSession(id: string): Promise<PlanSession>
  /** Expires an open visit; returns its final state. */
  expirePlanSession(id: string): Promise<PlanSession>
  subscriptionOf(id: string): Promise<CardSubscription>
  invoiceOf(id: string): Promise<CardInvoice>
  /** Our current subscriptions, and all created since an instant (epoch milliseconds). */
  subscriptions(madeSince: number): AsyncIterable<CardSubscription>
  /** The paid bills of our subscriptions created since an instant (epoch milliseconds). */
  paidInvoices(madeSince: number): AsyncIterable<PaidInvoice>
  /** Ends it with the current month, or cancels that. */
  endWithMonth(id: string, ends: boolean): Promise<void>
  /** Ends it at once; a no-op for an ended one. */
  endNow(id: string): Promise<void>
  /**
   * Charges this card from now on, and at once for open bills; false if it was declined. Throws {@link CardCallRefused}
   * if it cannot be used, such as for an ended subscription.
   */
  useCard(change: { subscriptionId: string; customerId: string; cardId: string }): Promise<boolean>
  /** The cost of another plan from `at` (epoch seconds) to the end of the month, in cents; negative is credit. */
  previewPlan(change: { subscriptionId: string; plan: PlanForSale; at: number }): Promise<number>
  /**
   * Changes the plan on these terms; without `prorated` the current month stays as paid. False if the card was
   * declined, without a change.
   */
  changePlan(change: { subscriptionId: string; plan: PlanForSale; at: number; prorated: boolean }): Promise<boolean>
}

/** Begins subscriptions with test cards for a sandbox's people (SBX-04). */
export interface SamplePlans {
  /** Idempotent per client. With a failing card its second month is still to come. Returns the subscription. */
  begin(sample: { clientId: string; customerId: string; plan: PlanForSale; card: 'good' | 'fails' }): Promise<string>
  /**
   * Begins the second month of a sample with a failing card, so that it becomes past due. Returns whether it did: it
   * runs once, and later changes by its person stay.
   */
  failSecondMonth(subscriptionId: string): Promise<boolean>
}

/** A visit to one of the provider's pages. */
export interface PlanVisit {
  checkoutId: string
  clientId: string
  customerId: string
  successUrl: string
  cancelUrl: string
  expiresAt: number
}

/** An event signed by the provider, but of the other mode: test events with live keys, or the reverse. */
export class CardEventOfOtherMode extends CardEventRefused {}

/** A line of a card page, never negative (cents); `about` is small print below it. */
export interface CardLine {
  text: string
  cents: number
  about?: string
}

/** Our account at the card provider, and the webhooks in it. */
export interface CardAccount {
  takesPayments: boolean
  webhooks: { url: string; isOn: boolean; types: readonly string[] }[]
}

/** The card provider: hosted pages, refunds and signed events (PAY-02). */
export interface Cards extends PlanCards {
  /** Our account at the provider; undefined if our key may not read it. */
  account(): Promise<CardAccount | undefined>
  /**
   * Creates a customer without a name or an address, so that every try is a separate call and no stored error blocks
   * it.
   */
  createCustomer(client: { clientId: string }): Promise<string>
  /** Sends the provider a customer's address, which its page then fills in; an empty one removes it. */
  updateCustomerEmail(customerId: string, email: string): Promise<void>
  /** Erases the provider's data of a customer, including saved cards; payments stay. A no-op for an unknown one. */
  forgetCustomer(customerId: string): Promise<void>
  /**
   * Creates a hosted page; throws {@link CardCallRefused} if impossible, {@link CardCustomerGone} without its customer.
   */
  createSession(attempt: {
    attemptId: string
    orderId: string
    /** The purpose, for the provider's records. */
    kind: 'order' | 'tip'
    customerId: string
    /** Whether the page also offers the customer's saved cards. */
    offersSavedCards: boolean
    /** The items, line by line; their sum is the card's amount (EASE-06). */
    lines: readonly CardLine[]
    successUrl: string
    cancelUrl: string
    expiresAt: number
  }): Promise<CardSession>
  /** The current state of a page; a deleted one is expired. */
  session(id: string): Promise<CardSession>
  /** Expires an open session; returns its final state (it may turn out to be complete). */
  expireSession(id: string): Promise<CardSession>
  /**
   * Refunds `cents` of a payment. `refundId` is the idempotency key, under which the provider also stores an error.
   * Once the key has expired, the call searches for the refund by its name, and creates one only if there is none
   * (HOLD-01). Throws {@link CardCallRefused}.
   */
  refund(refund: { refundId: string; paymentIntentId: string; cents: number; keyExpired: boolean }): Promise<CardRefund>
  /** The current state of a refund. */
  refundOf(id: string): Promise<CardRefund>
  /** The current state of a dispute. */
  disputeOf(id: string): Promise<CardDispute>
  /** Disputes opened since an instant, and before another (epoch milliseconds). */
  disputesSince(since: number, until?: number): AsyncIterable<CardDispute>
  /** The provider's own list of events since an instant (epoch milliseconds). */
  eventsSince(since: number): AsyncIterable<CardEvent>
  /** Successful payments and refunds since an instant, and before another (epoch milliseconds). */
  movementsSince(since: number, until?: number): AsyncIterable<CardMovement>
  /** A payment or refund of any age; undefined if the provider does not have it or it did not succeed. */
  movement(wanted: Pick<CardMovement, 'kind' | 'id'>): Promise<CardMovement | undefined>
  /** Checks the signature over the raw body; throws {@link CardEventRefused}. */
  readEvent(rawBody: string, signature: string | undefined): CardEvent
}

/** An object of the bucket: its size in bytes, and an etag that changes with its bytes. */
export interface BucketObject {
  bytes: number
  etag: string
}

/**
 * The bucket of files (FILE-01, FILE-04); keys are ours, objects are private. Calls throw {@link ProviderUnavailable}
 * while it is down or silent.
 */
export interface Files {
  /** The origin for browsers' posts and downloads. */
  readonly origin: string
  /** Address of the bucket; an object's address adds a slash and its key. */
  readonly address: string
  /** A form with which a browser uploads one object of exactly `bytes`, valid for some seconds. */
  form(terms: { key: string; bytes: number; now: number; seconds: number }): SignedForm
  /** A link that downloads an object as an attachment with this header and content type, for some seconds. */
  link(terms: { key: string; disposition: string; type: string; now: number; seconds: number }): string
  /** The object; undefined if missing. */
  stat(key: string): Promise<BucketObject | undefined>
  read(key: string): Promise<Readable>
  /** Stores an object from our side. */
  write(key: string, content: Readable, bytes: number): Promise<void>
  /** Moves an object out of reach of its form; false if its bytes have changed since `etag`. */
  move(from: string, to: string, etag: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** All keys, in any order. */
  keys(): AsyncIterable<string>
  /** Removes partial objects without a write since an instant (epoch milliseconds). */
  removeUnfinished(before: number): Promise<void>
}

/**
 * The erased accounts, stored outside of database backups: after the restore of an older one they are erased again
 * (SAFE-13). A key alone identifies nobody.
 */
export interface ErasedAccounts {
  /** Adds an account durably: it is on the disk when this resolves. */
  add(clientId: string): Promise<void>
  all(): Promise<string[]>
}

/** A virus scanner's verdict; `too_large` if it refuses the size, `unavailable` if it cannot be reached now. */
export type ScanVerdict =
  | { verdict: 'clean' }
  | { verdict: 'infected'; found: string }
  | { verdict: 'too_large' }
  | { verdict: 'unavailable' }

/** A virus scanner. */
export interface Scanner {
  scan(content: Readable): Promise<ScanVerdict>
}

/** The region of an IP address (LAW-04). */
export interface Geo {
  /** Whether it distinguishes parts of a country, such as US states. */
  knowsRegions: boolean
  /** The country (`US`) or its part (`US-NY`) of an IP address; undefined if unknown. */
  regionOf(ipAddress: string): string | undefined
}
