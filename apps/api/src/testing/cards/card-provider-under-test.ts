import type Stripe from 'stripe'

/** How the provider's events travel to the product: at once and once each, unless said otherwise. */
export interface EventTravel {
  /** They wait until they may travel again. */
  held?: boolean
  /** They never arrive. */
  lost?: boolean
  /** How often each arrives; 1 unless told otherwise. */
  copies?: number
  /** Each copy arrives after a pause of its own of at most this many milliseconds, so that copies overtake each other. */
  jitterMs?: number
}

/** What breaks in calls to the provider. `lose_response` lets the provider do its work and cuts its answer off. */
export interface CallFault {
  fault: 'error' | 'rate_limit' | 'reset' | 'nonsense' | 'lose_response'
  /** How many of the next calls that fit; 1 unless told otherwise. */
  calls?: number
  /** Only calls with this method. */
  method?: string
  /** Only calls to a path that begins so. */
  path?: string
}

/** What the client answers when the bank asks whether it is them. */
export type BankAnswer = 'complete' | 'fail' | 'abandon'

/** The outcome of filling in a card page. */
export interface PageAnswer {
  /** Where it leads; null when it stays, because the card was refused or nothing can be paid there. */
  location: string | null
  /** What a page says that stays. */
  words: string
  /** It could not be filled in: it was paid, or it has expired. */
  closed: boolean
}

/** The provider's card pages, as a client uses them. */
export interface CardPages {
  /** What the page asks for, in cents. */
  amount(pageUrl: string): Promise<number>
  /** Whether nothing can be paid there any more. */
  isClosed(pageUrl: string): Promise<boolean>
  /** Types a card in and pays, subscribes or saves it, whatever the page is for. */
  pay(pageUrl: string, card: string, bank: BankAnswer): Promise<PageAnswer>
}

/** What banks, time and the provider itself do, which no client and no event can bring about. */
export interface ProvidersSide {
  pages: CardPages
  /** A card whose payments {@link ProvidersSide.openDispute} can dispute. */
  disputableCard: string
  /** A bank takes a payment back; answers the dispute's id. */
  openDispute(paymentIntent: string): Promise<string>
  /** The bank decides; `won` is in our favour. */
  closeDispute(dispute: string, outcome: 'won' | 'lost'): Promise<void>
  /** Lets days pass for one subscription. */
  age(subscription: string, days: number): Promise<void>
  /** Lets an unpaid page come to its end by itself. */
  endPage(pageUrl: string): Promise<void>
  /** Lets banks answer to refunds that they have taken their time for. */
  letBanksAnswer(): Promise<void>
  /** Lets a day pass after which the provider need not know an idempotency key any more. */
  outliveKeys(): Promise<void>
}

/**
 * The card provider that scenarios run against: the sandbox, or the real provider's test mode (decision 0039). A scenario
 * reads the same for both.
 */
export interface CardProviderUnderTest extends ProvidersSide {
  /** The provider's SDK with the product's account, for what is done in its dashboard. */
  dashboard: Stripe
  /** What the product is set to for this provider. */
  settings: { STRIPE_API_BASE: string; STRIPE_SECRET_KEY: string }
  /** Chooses how events travel from now on. */
  letEventsTravel(how: EventTravel): Promise<void>
  /** Sends an event again, or for the first time if it was lost. */
  sendAgain(event: string): Promise<void>
  /** Waits until no event is on its way. */
  untilIdle(): Promise<void>
  /** Breaks the next calls that fit. */
  breakCalls(fault: CallFault): Promise<void>
  /** No call is broken any more. */
  mendCalls(): Promise<void>
}
