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
  readonly brand: 'visa' | 'mastercard' | 'amex'
  readonly behaviour: CardBehaviour
  /** What happens, in a few words, for the list on the page. */
  readonly outcome: string
}

/** The refusals that cards provoke, in the provider's words. */
export const declines = {
  generic: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficientFunds: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrectCvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  absent: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  authentication: {
    code: 'payment_intent_authentication_failure',
    decline_code: 'authentication_not_handled',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
} satisfies Record<string, Decline>

/** Every card number that works here, the plainest first. The numbers are the provider's own test numbers. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: {}, outcome: 'paid' },
  {
    number: '4000000000000002',
    brand: 'visa',
    behaviour: { decline: declines.generic },
    outcome: 'declined',
  },
  { number: '5555555555554444', brand: 'mastercard', behaviour: {}, outcome: 'paid, Mastercard' },
  {
    number: '4000000000009995',
    brand: 'visa',
    behaviour: { decline: declines.insufficientFunds },
    outcome: 'insufficient funds',
  },
  { number: '4000000000000069', brand: 'visa', behaviour: { decline: declines.expired }, outcome: 'expired' },
  {
    number: '4000000000000127',
    brand: 'visa',
    behaviour: { decline: declines.incorrectCvc },
    outcome: 'wrong CVC',
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    behaviour: { decline: declines.processing },
    outcome: 'processing error',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    behaviour: { decline: declines.generic, saves: true },
    outcome: 'can be saved, every charge is declined',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    behaviour: { authentication: 'always' },
    outcome: '3-D Secure, always',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behaviour: { authentication: 'unless_saved' },
    outcome: '3-D Secure until saved',
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    behaviour: { authentication: 'always', decline: declines.generic },
    outcome: '3-D Secure, then declined',
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    behaviour: { refund: 'pending_first' },
    outcome: 'paid; a refund is pending for an hour',
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    behaviour: { refund: 'fails_later' },
    outcome: 'paid; a refund fails an hour later',
  },
]

/** The provider's own saved cards for tests, by their ids: attaching one makes a card of the customer's, unless it is declined. */
const savedTestCards: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** The test card that one of these ids stands for; undefined for every other id. */
export function savedTestCard(id: string): TestCard | undefined {
  return Object.hasOwn(savedTestCards, id) ? findTestCard(savedTestCards[id] ?? '') : undefined
}

/** The test card with this number, written in any way; undefined for every other number. */
export function findTestCard(typed: string): TestCard | undefined {
  const digits = typed.replace(/[\s-]/g, '')
  return testCards.find((card) => card.number === digits)
}

/** The number in groups of four, as on a card. */
export function groupedNumber(card: TestCard): string {
  return card.number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** The same for the same number and telling nothing of it, as the provider's `fingerprint`. */
export function cardFingerprint(card: TestCard): string {
  return createHash('sha256').update(`fingerprint ${card.number}`).digest('base64url').replace(/[-_]/g, '').slice(0, 16)
}
