/**
 * What does something instead of showing something: control characters, marks that turn the direction of writing, what is
 * invisible, and line breaks of other alphabets. The joiner of emoji is not among them.
 */
const acting = /(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu

/** The same, but for the breaks that make lines and columns of a text. */
const actingInLines = /(?![\u200D\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu

/** As JSON escapes it, each half of what has two: it can be read, and does nothing. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/**
 * A text that somebody typed, in a line on a terminal: nothing of it moves the cursor, colours, or makes another line
 * (SAFE-11).
 */
export const terminalText = (text: string): string => text.replace(acting, escaped)

/** JSON that is shown on a terminal: the same JSON, in which nothing acts but its line breaks (SAFE-11). */
export const terminalJson = (json: string): string => json.replace(actingInLines, escaped)

/** What acts in a line of JSON, and the backslash of what it has escaped of it; an escaped backslash is no escape. */
const actingInJson = /\\\\|\\(?=[bfr]|u00[01]|ud[89a-f])|(?![\u200D\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu

/**
 * A line of a log, which is JSON: whoever reads it, by a program too, gets an escape in the place of what acts (SAFE-11). Line
 * breaks and tabs within its texts stay: a stack has them.
 */
export const logLine = (line: string): string =>
  line.replace(actingInJson, (found) => {
    if (found === '\\\\') return found
    return found === '\\' ? '\\\\' : escaped(found).replaceAll('\\', '\\\\')
  })

/** A subject or a row of a mail that has in it what somebody typed: one line that reads as it is written (SAFE-11, abuse 28). */
export const mailLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(acting, '')
    .trim()

/** What somebody typed, as a quotation in a mail or on a terminal: each of its lines begins with "> " (SAFE-11). */
export const quotedText = (text: string): string =>
  mailText(text)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** The words of a mail that have in them what somebody typed: with its lines, and nothing that acts (SAFE-11). */
export const mailText = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(actingInLines, '')
