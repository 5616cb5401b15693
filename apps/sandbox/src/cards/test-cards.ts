import { createHash } from 'node:crypto'

/** Why a bank declines: the wire's two codes, and the words for the payer. */
export interface Decline {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

/** The outcome of payments with a card. */
export interface CardBehaviour {
  /** The decline of every charge, and of saving the card unless `saves`. */
  readonly decline?: Decline
  /** It can be saved although its charges are declined. */
  readonly saves?: true
  /** The bank requires 3-D Secure for every payment, or until the card is saved. */
  readonly authentication?: 'always' | 'unless_saved'
  /** A refund fails after it succeeded, or is pending before it succeeds: at the bank, or for want of our own money. */
  readonly refund?: 'fails_later' | 'pending_first' | 'lacks_funds'
}

/** A card number that the sandbox knows. */
export interface TestCard {
  /** Digits alone. */
  readonly number: string
  readonly brand: 'visa' | 'mastercard'
  readonly behaviour: CardBehaviour
  /** The outcome in a few words, for the list on the page. */
  readonly outcome: string
}

const decline = (code: string, decline_code: string, message: string): Decline => ({ code, decline_code, message })

/** The declines of test cards, in the provider's words. */
export const declines = {
  generic: decline('card_declined', 'generic_decline', 'Your card was declined.'),
  insufficientFunds: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  expired: decline('expired_card', 'expired_card', 'Your card has expired.'),
  incorrectCvc: decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processing: decline(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  absent: decline(
    'authentication_required',
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
  authentication: decline(
    'payment_intent_authentication_failure',
    'authentication_not_handled',
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  ),
}

const visa = (number: string, outcome: string, behaviour: CardBehaviour = {}): TestCard => ({
  number,
  brand: 'visa',
  behaviour,
  outcome,
})
const { generic, insufficientFunds, expired, incorrectCvc, processing } = declines

/** Every card number that works here, plainest first: the provider's own test numbers, but for the last. */
export const testCards: readonly TestCard[] = [
  visa('4242424242424242', 'paid'),
  visa('4000000000000002', 'declined', { decline: generic }),
  { ...visa('5555555555554444', 'paid, Mastercard'), brand: 'mastercard' },
  visa('4000000000009995', 'insufficient funds', { decline: insufficientFunds }),
  visa('4000000000000069', 'expired', { decline: expired }),
  visa('4000000000000127', 'wrong CVC', { decline: incorrectCvc }),
  visa('4000000000000119', 'processing error', { decline: processing }),
  visa('4000000000000341', 'can be saved, every charge is declined', { decline: generic, saves: true }),
  visa('4000002760003184', '3-D Secure, always', { authentication: 'always' }),
  visa('4000002500003155', '3-D Secure until saved', { authentication: 'unless_saved' }),
  visa('4000008400001629', '3-D Secure, then declined', { authentication: 'always', decline: generic }),
  visa('4000000000007726', 'paid; a refund is pending for an hour', { refund: 'pending_first' }),
  visa('4000000000005126', 'paid; a refund fails an hour later', { refund: 'fails_later' }),
  visa('4000000000007734', 'paid; a refund waits an hour for money on our account', { refund: 'lacks_funds' }),
]

/** The provider's own saved test cards by id: attaching one creates a card of the customer, unless it is declined. */
const savedTestCards: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** The provider's own saved test card with this id. */
export function savedTestCard(id: string): TestCard | undefined {
  return Object.hasOwn(savedTestCards, id) ? findTestCard(savedTestCards[id] ?? '') : undefined
}

/** Numbers with this prefix are distinct good cards, for tests that use a card only once. */
const furtherGoodCards = /^42424242\d{8}$/

/** The test card with this number in any notation. */
export function findTestCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  const [plain] = testCards
  return (
    testCards.find((card) => card.number === digits) ??
    (plain !== undefined && furtherGoodCards.test(digits) ? { ...plain, number: digits } : undefined)
  )
}

/** The number in groups of four, as on a card. */
export function groupedNumber(card: TestCard): string {
  return card.number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** The provider's `fingerprint`: one per number, which it does not reveal. */
export function cardFingerprint(card: TestCard): string {
  return createHash('sha256').update(`fingerprint ${card.number}`).digest('base64url').replace(/[-_]/g, '').slice(0, 16)
}
