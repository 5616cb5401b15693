/** The cases of abuse about card payments. Each is a test that runs against either provider. */
export const casesOfCards: readonly number[] = [
  ...Array.from({ length: 11 }, (_, index) => 1 + index),
  ...Array.from({ length: 13 }, (_, index) => 13 + index),
  33,
]

const oneEnd = 'a bank of the test mode decides once, and over the whole sum'

/** Scenarios that only the sandbox can play, by their titles without brackets, and why. */
export const onlyInTheSandbox: Readonly<Record<string, string>> = {
  'counts the lost part of a dispute as refunded; the rest is refundable (abuse 25)': oneEnd,
  'books every change of a dispute’s outcome, and the receipts show it (abuse 25)': oneEnd,
  'counts at most the payment as refunded when a refunded dispute is lost (abuse 20)': oneEnd,
  'leaves no cash-back when a refund fails after a lost dispute (abuse 21)': oneEnd,
  'after two weeks of retries it is canceled, and the tags change':
    'the account’s dashboard sets when an unpaid month is retried, and what the last retry leads to',
}

/** The cases of abuse that a test names in its title. */
export function casesIn(title: string): number[] {
  return [...title.matchAll(/\(([^)]*abuse[^)]*)\)/g)].flatMap(([, words = '']) =>
    [...words.matchAll(/abuse (\d+)/g)].map(([, number]) => Number(number)),
  )
}

/** Whether a test is for one of the {@link casesOfCards}. */
export function isScenarioOfCards(title: string): boolean {
  return casesIn(title).some((number) => casesOfCards.includes(number))
}

/** A title without the brackets before its sentence. */
export const sentenceOf = (title: string): string => title.replace(/^(\[[^\]]*\]|\([^)]*\)|\s)+/, '')

/** Why a test does not run against the real provider; undefined for a scenario that does. */
export function realProviderSkipReason(title: string): string | undefined {
  if (!isScenarioOfCards(title)) return 'it is not a scenario of the card provider'
  return onlyInTheSandbox[sentenceOf(title)]
}
