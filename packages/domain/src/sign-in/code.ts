/** Digits of a code that is sent by SMS (AUTH-04). */
export const codeLength = 5

/** Shown for a wrong code (AUTH-05). */
export const codeFaultText = 'Looks like you have mistyped the verification code. Please check and re-enter it.'

const exactCode = new RegExp(`^\\d{${codeLength}}$`)
/** The end of our SMS, "@host #12345". A single-line field may have swallowed the line break before it. */
const boundCode = new RegExp(`@[^\\s@#]+ #(\\d{${codeLength}})\\s*$`)

/**
 * The code in typed, pasted or autofilled text: "12345", "12 345", "12-345" or the whole SMS; undefined if there is no
 * such code (AUTH-04, AUTH-07).
 */
export function codeFromText(text: string): string | undefined {
  const bound = boundCode.exec(text)?.[1]
  if (bound !== undefined) return bound
  const digits = text.replace(/[\s\p{Pd}\u2212]/gu, '')
  return exactCode.test(digits) ? digits : undefined
}
