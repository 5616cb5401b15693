import { isBlank } from './visible-text.ts'

const digit = /\p{Nd}/u

/** A decimal digit of any script in ASCII: Unicode has each ten of them in a row. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/**
 * A value that a machine compares (a code, phone, address, coupon, number) as it was meant: digits of any script and
 * full-width forms in ASCII, without invisible marks, each stretch of white space as one space.
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Without the quotation marks, angle brackets and the comma or full stop that come along when a value is copied. */
export const unwrapped = (line: string): string => line.replace(/^[\s<"'`\p{Pi}]+|[\s>"'`\p{Pi}\p{Pf},;.]+$/gu, '')

/**
 * Words in one line that people read, as a name or a title: without invisible marks, but those that join letters and emoji,
 * which belong to what is seen.
 */
export function wordsLine(text: string): string {
  if (isBlank(text)) return ''
  return text
    .replace(/(?![\u200C\u200D\p{VS}\u{E0020}-\u{E007F}])\p{DI}/gu, '')
    .replace(/[\s\p{Cc}\u2800]+/gu, ' ')
    .replace(/^[ \u200C\u200D\p{VS}]+|[ \u200C\u200D]+$/gu, '')
    .normalize('NFC')
}
