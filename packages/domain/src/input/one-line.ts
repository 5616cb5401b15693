import { isBlank } from './visible-text.ts'

const digit = /\p{Nd}/u

/** Maps a decimal digit of any script to ASCII: Unicode lists each script's ten digits in a row. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/**
 * Normalizes a machine-read value (code, phone, address, coupon, number): digits of any script and full-width forms
 * become ASCII, invisible marks are dropped, each run of white space becomes one space.
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .normalize('NFKC')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Strips the quotation marks, angle brackets, commas and full stops that come with copied values. */
export const unwrapped = (line: string): string => line.replace(/^[\s<"'`\p{Pi}]+|[\s>"'`\p{Pi}\p{Pf},;.]+$/gu, '')

/** Normalizes a line for people, such as a name: drops invisible marks, except those that join letters and emoji. */
export function wordsLine(text: string): string {
  if (isBlank(text)) return ''
  return text
    .replace(/(?![\u200C\u200D\p{VS}\u{E0020}-\u{E007F}])\p{DI}/gu, '')
    .replace(/[\s\p{Cc}\u2800]+/gu, ' ')
    .replace(/^[ \u200C\u200D\p{VS}]+|[ \u200C\u200D]+$/gu, '')
    .normalize('NFC')
}
