import { createHash } from 'node:crypto'

/** Why a bank says no: the two codes of the wire, and the words for the person who pays. */
export interface Decline {
  readonly code: string
  readonly decline_code: string
  readonly message: string
}

/** What happens to payments with a card. */
export interface CardBehaviour {
  /** A charge is refused with this, and so is saving the card, unless it `saves`. */
  readonly decline?: Decline
  /** It can be saved although its charges are refused. */
  readonly saves?: true
  /** The bank asks the holder to confirm (3-D Secure): for every payment, or until the card was saved. */
  readonly authentication?: 'always' | 'unless_saved'
  /** A refund fails at the bank after it looked done, or stays pending for a while before it is done. */
  readonly refund?: 'fails_later' | 'pending_first'
}

/** A card number that the sandbox knows. */
export interface TestCard {
  /** Digits alone. */
  readonly number: string
  readonly brand: 'visa' | 'mastercard'
  readonly behaviour: CardBehaviour
  /** What happens, in a few words, for the list on the page. */
  readonly outcome: string
}

const decline = (code: string, decline_code: string, message: string): Decline => ({ code, decline_code, message })

/** The refusals that cards provoke, in the provider's words. */
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

/** Every card number that works here, the plainest first. The numbers are the provider's own test numbers. */
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
]

/**
 * The provider's own saved cards for tests, by their ids: attaching one makes a card of the customer's, unless it is
 * declined.
 */
const savedTestCards: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** The test card that one of these ids stands for; undefined for every other id. */
export function savedTestCard(id: string): TestCard | undefined {
  return Object.hasOwn(savedTestCards, id) ? findTestCard(savedTestCards[id] ?? '') : undefined
}

/** Numbers that begin so are good cards too, each of its own: what is allowed once a card can be tried more than once. */
const furtherGoodCards = /^42424242\d{8}$/

/** The test card with this number, written in any way; undefined for every other number. */
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
