/** Web addresses in a text, to split it by; punctuation after an address belongs to the sentence. */
export const WEB_ADDRESS = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/

/** The last line of a text for one website: `@example.com #12345` (origin-bound one-time codes). */
const BOUND_CODE = /^@\S+ #(\w{4,10})/m
/** "code is 12345", "code: 12345"; "12345 is your code". */
const CODE_THEN_DIGITS = /\bcode\b[^\d\n]{0,20}(\d{4,8})\b/i
const DIGITS_THEN_CODE = /\b(\d{4,8})\b[^\d\n]{0,30}\bcode\b/i

/** The one-time code in a message, if any. Other numbers, such as an order's, do not match. */
export function codeIn(text: string): string | undefined {
  const match = BOUND_CODE.exec(text) ?? CODE_THEN_DIGITS.exec(text) ?? DIGITS_THEN_CODE.exec(text)
  return match?.[1]
}
