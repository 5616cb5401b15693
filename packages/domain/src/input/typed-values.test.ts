import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { couponCodeFrom } from '../discounts/coupon-code.ts'
import { safeFileName } from '../files/file-name.ts'
import { phoneInCountry } from '../messages/texted-countries.ts'
import { isDescribed } from '../orders/before-payment.ts'
import { orderName } from '../orders/order-name.ts'
import { codeDigitsFrom, codeFromText } from '../sign-in/code.ts'
import { emailFault, emailFromText } from '../sign-in/email.ts'
import { phoneDigits } from '../sign-in/phone.ts'
import { plainLine, wordsLine } from './one-line.ts'
import { textStart } from './text-start.ts'
import { isBlank, writtenText } from './visible-text.ts'
import { wholeNumberFrom } from './whole-number.ts'

const family = '👨‍👩‍👧'
const wales = '🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'

/** For each kind of value: its parser, and rows of a typed or pasted text with its value; undefined is refused. */
describe.each<[string, (text: string) => unknown, readonly (readonly [string, unknown])[]]>([
  [
    '[AUTH-04][AUTH-07] the code of a text',
    codeFromText,
    [
      ['28206', '28206'],
      ['٢٨٢٠٦', '28206'],
      ['۲۸۲۰۶', '28206'],
      ['२८२०६', '28206'],
      ['২৮২০৬', '28206'],
      ['２８２０６', '28206'],
      ['𝟐𝟖𝟐𝟎𝟔', '28206'],
      ['𝟸𝟾𝟸𝟶𝟼', '28206'],
      ['２８２ ０６', '28206'],
      ['\u200E28206\u200F', '28206'],
      ['28\u200B206', '28206'],
      ['28\uFE0F206\u2800', '28206'],
      ['2 8 2 0 6', '28206'],
      ['282\u200906', '28206'],
      ['282–06', '28206'],
      ['282−06', '28206'],
      ['“28206”', '28206'],
      ['Code: 28206.', '28206'],
      ['28206 is your code', '28206'],
      ['Within 10 minutes use 79554', '79554'],
      ['Use 79554 within 10 minutes', '79554'],
      ['79554, and once more 79554', '79554'],
      ['رمزك هو ٧٩٥٥٤', '79554'],
      ['Your code is 79554\n\n@nerdify.example #79554', '79554'],
      ['10001 or 79554', undefined],
      ['79554 and 79555 are codes', undefined],
      ['Order 1234567 in 10 minutes', undefined],
      ['7955', undefined],
      ['795544', undefined],
      ['\u200B', undefined],
      ['', undefined],
    ],
  ],
  [
    '[AUTH-04] (ux 5) the digits in the code field',
    codeDigitsFrom,
    [
      ['', ''],
      ['2', '2'],
      ['٢٨', '28'],
      ['28 ', '28'],
      ['282-0', '2820'],
      ['282061', '28206'],
      ['Within 10 minutes use 79554', '79554'],
      ['10001 or 79554', undefined],
      ['12a', undefined],
      ['In 10 minutes', undefined],
    ],
  ],
  [
    '[AUTH-03] the phone number of a text',
    phoneDigits,
    [
      ['+1 (415) 555-0101', '+14155550101'],
      ['+1\uFE0D-415-555-0101', '+14155550101'],
      ['+1\u2800415\u2800555\u28000101', '+14155550101'],
      ['\u202A+14155550101\u202C', '+14155550101'],
      ['+1\u034F4155550101', '+14155550101'],
      ['＋１（４１５）５５５－０１０１', '+14155550101'],
      ['+١ ٤١٥ ٥٥٥ ٠١٠١', '+14155550101'],
      ['۴۱۵۵۵۵۰۱۰۱', '4155550101'],
      ['४१५ ५५५ ०१०१', '4155550101'],
      ['001 415 555 0101', '+14155550101'],
      ['00 1 415 555 0101', '+14155550101'],
      ['011 1 415 555 0101', '+14155550101'],
      ['0011 1 415 555 0101', '+14155550101'],
      ['0011 61 412 345 678', '+61412345678'],
      ['011-61-412-345-678', '+61412345678'],
      ['+61 (0)412 345 678', '+61412345678'],
      ['tel:+1-415-555-0101', '+14155550101'],
      ['Tel: 415 555 0101', '4155550101'],
      ['TEL.: 415 555 0101', '4155550101'],
      ['+1 415 555 0101,', '+14155550101'],
      ['415 555 0101;', '4155550101'],
      ['415 555 0101.', '4155550101'],
      ['"+1 415 555 0101"', '+14155550101'],
      ['“415 555 0101”,', '4155550101'],
      ['‘415 555 0101’', '4155550101'],
      ['<tel:+14155550101>', '+14155550101'],
      ['\t415 555 0101\n', '4155550101'],
      ['0412 345 678', '0412345678'],
      ['415 555 010', undefined],
      ['00 415', undefined],
      ['call me', undefined],
      ['415 555 0101 or 415 555 0102', undefined],
      ['\u200B\u200B', undefined],
    ],
  ],
  [
    '[MSG-02] the number of a text in Australia',
    (text) => phoneInCountry(text, 'AU'),
    [
      ['0412 345 678', '+61412345678'],
      ['٠٤١٢ ٣٤٥ ٦٧٨', '+61412345678'],
      ['0061 412 345 678', '+61412345678'],
      ['tel:+61-412-345-678', '+61412345678'],
      ['+1 415 555 0101', undefined],
    ],
  ],
  [
    '[AUTH-22][INFO-03] the e-mail of a text',
    emailFromText,
    [
      ['name@example.com', 'name@example.com'],
      ['name@example.com\u200B', 'name@example.com'],
      ['\uFEFFname@example.com', 'name@example.com'],
      ['na\u00ADme@exam\u2060ple.com', 'name@example.com'],
      ['\u202Aname@example.com\u202C', 'name@example.com'],
      ['ｎａｍｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'name@example.com'],
      ['name２@example.com', 'name2@example.com'],
      ['name٢@example.com', 'name2@example.com'],
      ['\u00A0name@example.com\u2003', 'name@example.com'],
      ['"name@example.com"', 'name@example.com'],
      ['“name@example.com”', 'name@example.com'],
      ['<name@example.com>', 'name@example.com'],
      ['mailto:name@example.com', 'name@example.com'],
      ['<mailto:name@example.com>,', 'name@example.com'],
      ['name@example.com.', 'name@example.com'],
      ['name@example.com;', 'name@example.com'],
      ['name@example.com, other@example.com', undefined],
      ['Name <name@example.com>', undefined],
      ['name@example.com\nBcc: other@example.com', undefined],
      ['na me@example.com', undefined],
      ['name', undefined],
      ['\u200B', undefined],
    ],
  ],
  [
    '[INFO-02] the fault of a text that is not an e-mail',
    emailFault,
    [
      ['\u200B\u2800', 'Enter your e-mail'],
      ['', 'Enter your e-mail'],
      ['name@', 'Invalid email'],
    ],
  ],
  [
    '[DISC-02] the coupon code of a text',
    couponCodeFrom,
    [
      ['nerd10', 'NERD10'],
      ['ＮＥＲＤ１０', 'NERD10'],
      ['nerd١٠', 'NERD10'],
      ['ner\u200Bd10\uFE0E', 'NERD10'],
      ['\u2800nerd 10\u3000', 'NERD10'],
      ['“NERD10”', 'NERD10'],
      ['NERD10,', 'NERD10'],
      ['Save-ten', 'SAVE-TEN'],
      ['\u200B\u3164', ''],
    ],
  ],
  [
    '[FLOW-06] the whole number of a text',
    wholeNumberFrom,
    [
      ['1500', 1500],
      ['1,500', 1500],
      ['1 500', 1500],
      ['1\u202F500', 1500],
      ['１５００', 1500],
      ['١٥٠٠', 1500],
      ['١٬٥٠٠', 1500],
      ['1，500', 1500],
      ['\u200E3\u200E', 3],
      [' 3 ', 3],
      ['1.5', undefined],
      ['-3', undefined],
      ['1,50', undefined],
      ['three', undefined],
      ['\u200B', undefined],
    ],
  ],
  [
    '[EASE-03][SUB-03] a name or a title',
    wordsLine,
    [
      [' Dana \t Scully\n', 'Dana Scully'],
      ['Da\u200Bna\uFEFF', 'Dana'],
      ['\u202Edana', 'dana'],
      ['Zoe\u0308', 'Zoë'],
      ['می\u200Cخواهم', 'می\u200Cخواهم'],
      [`Us ${family}`, `Us ${family}`],
      ['With ❤\uFE0F', 'With ❤\uFE0F'],
      [wales, wales],
      ['Essay\u2800\u2800two', 'Essay two'],
      ['\u200D Dana \u200D', 'Dana'],
      ['ＡＢＣ', 'ＡＢＣ'],
      ['\u2800\u3164\uFE0F\u200D', ''],
      ['', ''],
    ],
  ],
  [
    '[FLOW-32][CAB-11] a written text',
    writtenText,
    [
      [' Page 4\n is wrong ', 'Page 4\n is wrong'],
      ['\u200B \u2060\n\u2800', ''],
      ['\u115F\u1160\u3164\uFFA0', ''],
      ['\uFE0F\u{E0100}\u{E0061}', ''],
      ['\u034F\u00AD\u061C\u180E', ''],
      ['\u0000\u0007\u001B', ''],
      ['\uFFF9\uFFFA\uFFFB', ''],
      ['\u200B.', '\u200B.'],
      ['😀', '😀'],
    ],
  ],
  [
    '[FILE-04] the name of a file',
    safeFileName,
    [
      ['es\u200Bsay.pdf', 'essay.pdf'],
      [`${family}.pdf`, `${family}.pdf`],
      [`${'a'.repeat(195)}${family}.pdf`, `${'a'.repeat(195)}.pdf`],
    ],
  ],
  [
    '[EASE-03] the name of an order with this description',
    (details) => orderName({ title: null, details, subject: 'History' }),
    [
      [`x${' '.repeat(398)}😀 tail`, 'x'],
      [`${'a'.repeat(58)}😀tail`, `${'a'.repeat(58)}…`],
      [`${'a'.repeat(55)}${family}`, `${'a'.repeat(55)}…`],
      [`${'e\u0301'.repeat(70)}`, `${'é'.repeat(59)}…`],
      ['\u200B\u2800', 'History'],
    ],
  ],
])('%s', (_, read, inputs) => {
  test.each(inputs)('%j → %j', (typed, value) => expect(read(typed)).toBe(value))
})

test('[FLOW-21][FLOW-32] treats a description of invisible marks as empty', () => {
  expect(isDescribed({ details: '\u200B\u2060 \u2800\uFE0F', files: 0 })).toBe(false)
  expect(isDescribed({ details: '\u200Bx', files: 0 })).toBe(true)
})

/** Letters, digits, marks and emoji of many scripts, with characters that join, hide and reorder them. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'aZé1٢４ .,;"<>-\n', '\u0301', '\u200D', '\u200B', '\uFE0F', '\u2800', '👩') }),
)

test('[AUTH-22][EASE-03] parsing is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const read of [plainLine, wordsLine, writtenText, couponCodeFrom]) expect(read(read(text))).toBe(read(text))
      const address = emailFromText(text)
      if (address !== undefined) expect(emailFromText(address)).toBe(address)
    }),
    { numRuns: 10_000 },
  )
})

test('[AUTH-04] maps a digit of any script to the ASCII digit of its value', () => {
  const zeros = Array.from({ length: 0x11_00_00 }, (_, at) => String.fromCodePoint(at)).filter((each) =>
    /\p{Nd}/u.test(each),
  )
  expect(zeros.length % 10).toBe(0)
  expect(zeros.map(plainLine).join('')).toBe('0123456789'.repeat(zeros.length / 10))
})

test('[EASE-03] the start of a text has all graphemes that fit into the limit', () => {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('\r\n', '🇺', '\u200D', '\u0301', 'क्षि'))
  fc.assert(
    fc.property(fc.array(part), fc.nat(40), (parts, most) => {
      const text = parts.join('')
      let start = ''
      for (const { segment } of new Intl.Segmenter().segment(text)) {
        if (start.length + segment.length > most) break
        start += segment
      }
      expect(textStart(text, most)).toBe(start)
    }),
    { numRuns: 1_000 },
  )
})

test('[FLOW-32] treats a text as blank if nothing is visible', () => {
  expect(isBlank('')).toBe(true)
  expect(isBlank('\u200B a')).toBe(false)
})
