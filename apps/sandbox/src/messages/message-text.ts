/** Web addresses in a text, to split it by; punctuation after an address belongs to the sentence. */
export const webAddress = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/

/** The last line of a text for one website: `@example.com #12345` (origin-bound one-time codes). */
const boundCode = /^@\S+ #(\w{4,10})/m
/** "code is 12345", "code: 12345"; "12345 is your code". */
const codeThenDigits = /\bcode\b[^\d\n]{0,20}(\d{4,8})\b/i
const digitsThenCode = /\b(\d{4,8})\b[^\d\n]{0,30}\bcode\b/i

/** The one-time code in a message, if any. Other numbers, such as an order's, do not match. */
export function codeIn(text: string): string | undefined {
  const match = boundCode.exec(text) ?? codeThenDigits.exec(text) ?? digitsThenCode.exec(text)
  return match?.[1]
}
