import type Stripe from 'stripe'

/** How the provider's events reach the product: by default at once and once each. */
export interface EventTravel {
  /** Events wait until released. */
  held?: boolean
  /** They never arrive. */
  lost?: boolean
  /** Copies of each event; 1 by default. */
  copies?: number
  /** Each copy is delayed by up to this many milliseconds, so that copies overtake each other. */
  jitterMs?: number
}

/** A fault in calls to the provider. `lose_response` lets the provider do its work and loses its answer. */
export interface CallFault {
  fault: 'error' | 'rate_limit' | 'reset' | 'nonsense' | 'lose_response'
  /** The number of matching calls; 1 by default. */
  calls?: number
  /** Only calls with this method. */
  method?: string
  /** Only calls to a path with this prefix. */
  path?: string
}

/** The client's answer to the bank's question. */
export type BankAnswer = 'complete' | 'fail' | 'abandon'

/** The outcome of a submitted card page. */
export interface PageAnswer {
  /** The target; null if the page stays, because the card was refused or the page is closed. */
  location: string | null
  /** The text of a page that stays. */
  words: string
  /** It could not be submitted: it was paid, or it has expired. */
  closed: boolean
}

/** The provider's card pages, as a client uses them. */
export interface CardPages {
  /** The page's amount, in cents. */
  amount(pageUrl: string): Promise<number>
  /** Whether the page can no longer be paid. */
  isClosed(pageUrl: string): Promise<boolean>
  /** Submits a card to pay, subscribe or save it, depending on the page. */
  pay(pageUrl: string, card: string, bank: BankAnswer): Promise<PageAnswer>
}

/** Acts of banks, time and the provider itself, which no client and no event can cause. */
export interface ProvidersSide {
  pages: CardPages
  /** A card whose payments {@link ProvidersSide.openDispute} can dispute. */
  disputableCard: string
  /** A bank opens a dispute; returns its id. */
  openDispute(paymentIntent: string): Promise<string>
  /** The bank decides; `won` is in our favor. */
  closeDispute(dispute: string, outcome: 'won' | 'lost'): Promise<void>
  /** Advances days for one subscription. */
  age(subscription: string, days: number): Promise<void>
  /** Lets an unpaid page expire. */
  endPage(pageUrl: string): Promise<void>
  /** Lets banks decide delayed refunds. */
  letBanksAnswer(): Promise<void>
  /** Advances a day, after which the provider may forget an idempotency key. */
  outliveKeys(): Promise<void>
}

/**
 * The provider of card scenarios: the sandbox, or the real provider's test mode (decision 0039). A scenario reads the
 * same for both.
 */
export interface CardProviderUnderTest extends ProvidersSide {
  /** The provider's SDK with the product's account, for actions in its dashboard. */
  dashboard: Stripe
  /** The product's settings for this provider. */
  settings: { STRIPE_API_BASE: string; STRIPE_SECRET_KEY: string }
  /** Chooses how events travel from now on. */
  letEventsTravel(how: EventTravel): Promise<void>
  /** Sends an event again, or for the first time if it was lost. */
  sendAgain(event: string): Promise<void>
  /** Waits until no event is in transit. */
  untilIdle(): Promise<void>
  /** Breaks the next matching calls. */
  breakCalls(fault: CallFault): Promise<void>
  /** Stops breaking calls. */
  mendCalls(): Promise<void>
}
