/** Matches a visible character: not white space, control, joiner, filler, selector or the blank Braille pattern. */
export const visible = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u

/** Whether the text has no visible character. */
export const isBlank = (text: string): boolean => !visible.test(text)

/** The trimmed value of a multiline field; '' if nothing is visible. */
export const writtenText = (text: string): string => (isBlank(text) ? '' : text.trim())
