/** White space, control characters, and marks that show nothing: joiners, fillers, selectors, the blank Braille pattern. */
const visible = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u

/** Whether a reader would see nothing of the text: it is empty, whatever code points it has. */
export const isBlank = (text: string): boolean => !visible.test(text)

/** What somebody wrote in a field of several lines, without the blanks around it; '' if there is nothing to see. */
export const writtenText = (text: string): string => (isBlank(text) ? '' : text.trim())
