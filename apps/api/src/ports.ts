/** What the product needs of the world outside; only serve.ts chooses the adapters. */

import type { DisputeStatus } from '@nerdify/domain/payments/dispute-rules.ts'
import type { Readable } from 'node:stream'

/** A form that a browser posts as it is, its fields in order and then the file (FILE-01). */
export interface SignedForm {
  url: string
  fields: Record<string, string>
}

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

/** What the provider knows of a message that it may have taken. */
export type FoundText = { outcome: 'sent'; providerId: string } | { outcome: 'not_taken' } | { outcome: 'unavailable' }

/** Sends text messages. */
export interface Sms {
  /** `to` is a phone in E.164; `body` is plain text; the provider reports its delivery to `reportUrl`. */
  send(message: { to: string; body: string; reportUrl: string }): Promise<SendOutcome>
  /** Whether the provider took a text since that instant (epoch milliseconds), when its answer was lost. */
  find(message: { to: string; body: string; since: number }): Promise<FoundText>
  /** Asks for nothing, to see that the provider answers and knows us; throws with what is wrong. */
  reach(): Promise<void>
  /** Whether a call to `url` with these fields is the provider's own. */
  isSigned(url: string, fields: Readonly<Record<string, string>>, signature: string | undefined): boolean
}

/** Sends mail. */
export interface Mail {
  /**
   * `to` is one bare address; `id` is the same when a message is sent again, so that mail programs know it again.
   * `unsubscribeUrl` takes a POST that ends such mails (RFC 8058).
   */
  send(message: {
    id: string
    to: string
    subject: string
    text: string
    html: string
    /** Where answers go, if not to where all do; one bare address. */
    replyTo?: string | undefined
    unsubscribeUrl?: string | undefined
  }): Promise<SendOutcome>
  /** As of {@link Sms}. */
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
  /** The provider's mark of the card, the same for the same number. */
  cardFingerprint: string | null
}

/** A refund as the provider made it, in cents. */
export interface CardRefund {
  id: string
  /** Ours, if it was asked for here. */
  refundId: string | null
  paymentIntentId: string
  /** The attempt that the payment was of, where the answer tells it; null for a payment that is none of ours. */
  attemptId: string | null
  cents: number
  status: 'pending' | 'succeeded' | 'failed'
}

/** A dispute of a payment at the card's bank, in cents. */
export interface CardDispute {
  id: string
  paymentIntentId: string
  /** As of a refund. */
  attemptId: string | null
  cents: number
  status: DisputeStatus
}

/** A payment or refund that the provider made, in cents; `at` in epoch milliseconds. */
export interface CardMovement {
  kind: 'payment' | 'refund'
  id: string
  cents: number
  at: number
  /** It is of an attempt or a refund of ours; others are of a subscription, or of somebody else with the same account. */
  ours: boolean
  /** A payment of ours that is a tip. */
  isTip: boolean
  /** The payment, also of a refund. */
  paymentId: string | null
}

/** An event that the card provider signed; only a hint, the object is fetched again. */
export interface CardEvent {
  id: string
  type: string
  objectId: string
  createdAt: number
}

/** A provider failed, could not be reached or fell silent; a later try may do. Who waits for it gets 503 (HOLD-11). */
export class ProviderUnavailable extends Error {}

/** The card provider is unavailable; the call may be repeated with the same key. */
export class CardsUnavailable extends ProviderUnavailable {}

/** The card provider refused a call for good: the same again would be refused again. */
export class CardCallRefused extends Error {}

/** The provider does not know what was asked for. */
export class CardObjectGone extends Error {}

/** The provider has this customer no more: somebody removed it there. */
export class CardCustomerGone extends CardCallRefused {}

/** An event whose signature, age or mode is wrong. */
export class CardEventRefused extends Error {}

/** A plan for the provider; cents. */
export interface PlanForSale {
  tag: string
  name: string
  monthlyCents: number
}

/** A visit to the provider's page to subscribe or to save a card, as the product sees it. */
export interface PlanSession {
  id: string
  status: 'open' | 'complete' | 'expired'
  url: string | null
  /** Whose visit it is, and its key here; null for one that is none of ours. */
  clientId: string | null
  checkoutId: string | null
  /** What it came to. */
  subscriptionId: string | null
  savedCardId: string | null
}

/** A subscription as it is now; instants in epoch milliseconds. */
export interface CardSubscription {
  id: string
  /** Whose it is; null for one that is none of ours. */
  clientId: string | null
  customerId: string
  /** As in {@link PlanForSale}. */
  tag: string
  /** The provider's word. */
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
  /** The plan that it is for. */
  tag: string
  status: string
  reason: 'start' | 'month' | 'change' | 'other'
  /** What it comes to, before credit that the client has at the provider. */
  totalCents: number
  paidCents: number
  /** What that credit paid of it. */
  creditCents: number
  at: number
  paymentIntentId: string | null
}

/** A bill of a subscription that was paid, in cents. */
export interface PaidInvoice {
  id: string
  subscriptionId: string
  totalCents: number
  paymentIntentId: string | null
}

/** Subscriptions at the card provider (SUB-01 to SUB-13). */
export interface PlanCards {
  /** A page to subscribe on; with `trialDays` the first charge comes after them. */
  createPlanSession(checkout: PlanVisit & { plan: PlanForSale; trialDays: number | undefined }): Promise<PlanSession>
  /** A page to save another card on. */
  createSetupSession(checkout: PlanVisit & { subscriptionId: string }): Promise<PlanSession>
  planSession(id: string): Promise<PlanSession>
  /** Ends an open visit; answers it as it then is. */
  expirePlanSession(id: string): Promise<PlanSession>
  subscriptionOf(id: string): Promise<CardSubscription>
  invoiceOf(id: string): Promise<CardInvoice>
  /** Our subscriptions that are not over, and those made since an instant (epoch milliseconds) whatever became of them. */
  subscriptions(madeSince: number): AsyncIterable<CardSubscription>
  /** The bills of our subscriptions that were made since an instant (epoch milliseconds) and are paid. */
  paidInvoices(madeSince: number): AsyncIterable<PaidInvoice>
  /** Ends it with the month that runs, or takes that back. */
  endWithMonth(id: string, ends: boolean): Promise<void>
  /** Ends it at once; one that has ended is no fault. */
  endNow(id: string): Promise<void>
  /**
   * Charges this card from now on, and at once for what is open; false when it was declined. Throws {@link CardCallRefused}
   * where it cannot be used, such as for a subscription that is over.
   */
  useCard(change: { subscriptionId: string; customerId: string; cardId: string }): Promise<boolean>
  /** What another plan costs from `at` (epoch seconds) to the end of the month, in cents: below zero it is credit. */
  previewPlan(change: { subscriptionId: string; plan: PlanForSale; at: number }): Promise<number>
  /**
   * Changes the plan on these terms; without `prorated` the month that runs stays as it was paid. False when the card was
   * declined, and then all is as before.
   */
  changePlan(change: { subscriptionId: string; plan: PlanForSale; at: number; prorated: boolean }): Promise<boolean>
}

/** Begins subscriptions with test cards, for the people that a sandbox starts with (SBX-04). */
export interface SamplePlans {
  /** Once for a client. With a card that fails its second month is still to be made. Answers the subscription. */
  begin(sample: { clientId: string; customerId: string; plan: PlanForSale; card: 'good' | 'fails' }): Promise<string>
  /**
   * Begins the second month of a sample whose card fails, so that it is past due a moment later. Answers whether it did: it
   * is made once, and what its person does with the plan later stays.
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

/** An event that the provider signed, but of the other mode: test events with live keys, or the reverse. */
export class CardEventOfOtherMode extends CardEventRefused {}

/** A line of a card page, never below zero (cents); `about` is small print below it. */
export interface CardLine {
  text: string
  cents: number
  about?: string
}

/** The card provider: hosted pages, refunds and signed events (PAY-02). */
export interface Cards extends PlanCards {
  /** Makes a customer without a name or an address, so that every try is a call of its own and an error binds nobody. */
  createCustomer(client: { clientId: string }): Promise<string>
  /** Tells the provider a customer's address, which its page then fills in. */
  updateCustomerEmail(customerId: string, email: string): Promise<void>
  /**
   * Empties what the provider knows of a customer, their saved cards too; their payments stay. One that is not there is
   * no fault.
   */
  forgetCustomer(customerId: string): Promise<void>
  /**
   * Makes a hosted page; throws {@link CardCallRefused} for one that cannot be made, {@link CardCustomerGone} without
   * its customer.
   */
  createSession(attempt: {
    attemptId: string
    orderId: string
    /** What it pays, for the provider's records. */
    kind: 'order' | 'tip'
    customerId: string
    /** Whether the page offers the cards that the customer has saved, beside a new one. */
    offersSavedCards: boolean
    /** What it is for, line by line; they add up to what the card pays (EASE-06). */
    lines: readonly CardLine[]
    successUrl: string
    cancelUrl: string
    expiresAt: number
  }): Promise<CardSession>
  /** A page as it is now; one that is gone there is expired. */
  session(id: string): Promise<CardSession>
  /** Ends an open session; answers the session as it then is (it may turn out to be complete). */
  expireSession(id: string): Promise<CardSession>
  /**
   * Refunds `cents` of a payment. `refundId` is the idempotency key, under which the provider also keeps an error. Once
   * the key has expired, the call searches for the refund by its name, and makes one only if there is none (HOLD-01).
   * Throws {@link CardCallRefused}.
   */
  refund(refund: { refundId: string; paymentIntentId: string; cents: number; keyExpired: boolean }): Promise<CardRefund>
  /** A refund as it is now. */
  refundOf(id: string): Promise<CardRefund>
  /** A dispute as it is now. */
  disputeOf(id: string): Promise<CardDispute>
  /** The disputes that were opened since an instant, and before another (epoch milliseconds). */
  disputesSince(since: number, until?: number): AsyncIterable<CardDispute>
  /** The provider's own list of events since an instant (epoch milliseconds). */
  eventsSince(since: number): AsyncIterable<CardEvent>
  /** Successful payments and refunds made since an instant, and before another (epoch milliseconds). */
  movementsSince(since: number, until?: number): AsyncIterable<CardMovement>
  /** A payment or refund of any age; undefined if the provider does not have it or it did not succeed. */
  movement(wanted: Pick<CardMovement, 'kind' | 'id'>): Promise<CardMovement | undefined>
  /** Checks the signature over the raw body; throws {@link CardEventRefused}. */
  readEvent(rawBody: string, signature: string | undefined): CardEvent
}

/** An object of the bucket: its size in bytes, and a mark that changes with its bytes. */
export interface BucketObject {
  bytes: number
  etag: string
}

/**
 * The bucket that files lie in (FILE-01, FILE-04); keys are ours, objects are private. Calls throw
 * {@link ProviderUnavailable} while it is down or mute.
 */
export interface Files {
  /** Origin that a browser posts to and downloads from. */
  readonly origin: string
  /** Address of the bucket: an object lies at it, a slash and its key. */
  readonly address: string
  /** A form with which a browser puts one object of exactly `bytes` there, for some seconds. */
  form(terms: { key: string; bytes: number; now: number; seconds: number }): SignedForm
  /** A link that downloads an object as an attachment with this header and content type, for some seconds. */
  link(terms: { key: string; disposition: string; type: string; now: number; seconds: number }): string
  /** The object, or nothing while it is not there. */
  stat(key: string): Promise<BucketObject | undefined>
  read(key: string): Promise<Readable>
  /** Puts an object there from our side. */
  write(key: string, content: Readable, bytes: number): Promise<void>
  /** Moves an object where no form reaches it; false when other bytes have taken its place since `etag`. */
  move(from: string, to: string, etag: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** All keys, in any order. */
  keys(): AsyncIterable<string>
  /** Forgets objects that were begun and not written any further since an instant (epoch milliseconds). */
  removeUnfinished(before: number): Promise<void>
}

/**
 * The accounts that were erased, kept where no backup of the database is: after the restore of an older one they are erased
 * again (SAFE-13). A key alone tells of nobody.
 */
export interface ErasedAccounts {
  /** Adds an account for good: it is on the disk when this ends. */
  add(clientId: string): Promise<void>
  all(): Promise<string[]>
}

/**
 * What a virus scanner says of a file; `too_large` when it takes none of this size, `unavailable` when it cannot be
 * asked now.
 */
export type ScanVerdict =
  | { verdict: 'clean' }
  | { verdict: 'infected'; found: string }
  | { verdict: 'too_large' }
  | { verdict: 'unavailable' }

/** A virus scanner. */
export interface Scanner {
  scan(content: Readable): Promise<ScanVerdict>
}

/** Where in the world an address is (LAW-04). */
export interface Geo {
  /** Whether it tells the parts of a country, such as US states, from each other. */
  knowsRegions: boolean
  /** The country (`US`) or its part (`US-NY`) of an IP address; nothing where it is unknown. */
  regionOf(ipAddress: string): string | undefined
}
