/** A piece of a message: plain text, or a link. */
export type TextPiece = { readonly text: string; readonly link?: true }

const WEB_ADDRESS = /https?:\/\/[^\s<>"'`]+/g
/** Punctuation behind an address belongs to the sentence. */
const SENTENCE_END = /[.,;:!?)\]}]+$/

/** Splits a text so that its web addresses can be made links. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(WEB_ADDRESS)) {
    const address = match[0].replace(SENTENCE_END, '')
    pieces.push({ text: text.slice(end, match.index) }, { text: address, link: true })
    end = match.index + address.length
  }
  return [...pieces, { text: text.slice(end) }].filter((piece) => piece.text !== '')
}

/** The last line of a text for one website: `@example.com #12345` (origin-bound one-time codes). */
const BOUND_CODE = /^@\S+ #(\w{4,10})/m
/** "code is 12345", "code: 12345"; "12345 is your code". */
const CODE_THEN_DIGITS = /\bcode\b[^\d\n]{0,20}(\d{4,8})\b/i
const DIGITS_THEN_CODE = /\b(\d{4,8})\b[^\d\n]{0,30}\bcode\b/i

/** The one-time code in a message, if there is one. Other numbers, such as an order's, are no codes. */
export function codeIn(text: string): string | undefined {
  const match = BOUND_CODE.exec(text) ?? CODE_THEN_DIGITS.exec(text) ?? DIGITS_THEN_CODE.exec(text)
  return match?.[1]
}
