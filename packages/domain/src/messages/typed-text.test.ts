import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logLine, mailLine, mailText, terminalJson, terminalText } from './typed-text.ts'

/** Attempts to move the cursor, hide a line, turn the direction, or add a header or a row. */
const attacks = [
  '\u001b[2J\u001b[1;1HEverything is paid',
  '\u009b31mred',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example\u0007order 7\u001b]8;;\u0007',
  'done\rorder 7: paid',
  'a\nb',
  'a\u2028b\u2029c\u0085d',
  'invoice_\u202Efdp.exe',
  '\u2066isolated\u2069\u200F\u061C',
  'hid\u200Bden\uFEFF\u00AD',
  'a\u0000b\u0008\u007f',
  'Hi\r\nBcc: evil@mail.example\r\n\r\nBody',
  '\uD800',
]

const typed = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'grapheme' }))).map((parts) => parts.join('')),
)

/** Control characters, bidirectional marks and other invisible characters; the second pattern allows line breaks. */
const acting = /(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u
const actingInLines = /(?![\u200D\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/u

test('[SAFE-11] leaves no acting character in a log, terminal, subject or mail', () => {
  fc.assert(
    fc.property(typed, (text) => {
      expect(terminalText(text)).not.toMatch(acting)
      expect(mailLine(text)).not.toMatch(acting)
      expect(mailText(text)).not.toMatch(actingInLines)
      expect(terminalJson(JSON.stringify({ text }))).not.toMatch(actingInLines)
      const line = logLine(JSON.stringify({ text }))
      expect(line).not.toMatch(acting)
      expect((JSON.parse(line) as { text: string }).text).not.toMatch(actingInLines)
    }),
    { numRuns: 2_000 },
  )
})

test('[SAFE-11] keeps harmless text in a log as written', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('\\', 'u', '0', '1', 'b', 'n', '"', '\n', '\t', 'é', '🤓') }),
      (text) => {
        expect(JSON.parse(logLine(JSON.stringify({ text })))).toEqual({ text })
      },
    ),
    { numRuns: 1_000 },
  )
  expect(logLine('{"text":"a\\u001b[2J\\\\u001b\u009b"}\n')).toBe('{"text":"a\\\\u001b[2J\\\\u001b\\\\u009b"}\n')
})

test('[SAFE-11] keeps the meaning of JSON', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const json = JSON.stringify({ text, [text]: [text] }, undefined, 2)
      expect(JSON.parse(terminalJson(json))).toEqual(JSON.parse(json))
    }),
    { numRuns: 1_000 },
  )
})

test.each(['Photosynthesis in C₃ plants', 'señor “naïve” – 日本語 العربية', 'family 👨‍👩‍👧 🤓', '=SUM(A1) costs $5'])(
  '[SAFE-11] leaves %s unchanged everywhere',
  (text) => {
    for (const clean of [terminalText, mailLine, mailText]) expect(clean(text)).toBe(text)
  },
)

test('[SAFE-11] escapes in a terminal, writes a subject on one line and keeps the lines of a mail', () => {
  expect(terminalText('a\u001b[2Jb\nc')).toBe('a\\u001b[2Jb\\u000ac')
  expect(mailLine('Hi\r\nBcc: evil@mail.example')).toBe('Hi Bcc: evil@mail.example')
  expect(mailText('one\r\n\ttwo\u202E')).toBe('one\n\ttwo')
})
