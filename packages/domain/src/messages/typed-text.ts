/**
 * Characters that act instead of showing: controls, bidirectional marks, invisible characters, and line breaks of other
 * scripts. Excludes the joiner of emoji.
 */
const acting = /(?!\u200D)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu

/** `acting`, minus line breaks and tabs. */
const actingInLines = /(?![\u200D\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu

/** Escapes a character as JSON does, each surrogate on its own. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** A client's text for one line of a terminal: it cannot move the cursor, color or break the line (SAFE-11). */
export const terminalText = (text: string): string => text.replace(acting, escaped)

/** JSON for a terminal: the same value, with all acting characters but line breaks escaped (SAFE-11). */
export const terminalJson = (json: string): string => json.replace(actingInLines, escaped)

/** Acting characters in a line of JSON, and the backslash of their existing escapes; skips an escaped backslash. */
const actingInJson = /\\\\|\\(?=[bfr]|u00[01]|ud[89a-f])|(?![\u200D\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu

/**
 * A JSON log line with acting characters replaced by escapes, so that neither people nor programs execute them
 * (SAFE-11). Line breaks and tabs inside texts stay, since a stack trace has them.
 */
export const logLine = (line: string): string =>
  line.replace(actingInJson, (match) => {
    if (match === '\\\\') return match
    return match === '\\' ? '\\\\' : escaped(match).replaceAll('\\', '\\\\')
  })

/** A client's text for a mail's subject or table row: one line that reads as written (SAFE-11, abuse 28). */
export const mailLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(acting, '')
    .trim()

/** A client's text as a quotation in a mail or on a terminal: each line begins with "> " (SAFE-11). */
export const quotedText = (text: string): string =>
  mailText(text)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** A client's text for a mail's body: keeps its lines and drops acting characters (SAFE-11). */
export const mailText = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(actingInLines, '')
