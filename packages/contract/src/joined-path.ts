/**
 * Encodes a text as one path segment, so that it cannot add a segment, query or fragment (SAFE-01). Encodes `.` and
 * `..` twice, since browsers and servers read `%2E` as a dot: such a path finds nothing. Keeps a colon, so that `':id'`
 * gives a route pattern.
 */
function pathPart(text: string): string {
  if (text === '.' || text === '..') return text.replaceAll('.', '%252E')
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replaceAll('%3A', ':')
}

/** Joins a path as a template tag; each value becomes a segment, or a part of one (SAFE-01). */
export const pathOf = (texts: TemplateStringsArray, ...parts: readonly string[]): string =>
  texts.reduce((joined, text, index) => joined + pathPart(parts[index - 1] ?? '') + text)

/** An optional last segment with its slash. */
export const lastPart = (text: string | undefined): string => (text === undefined ? '' : pathOf`/${text}`)
