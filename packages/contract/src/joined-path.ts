/**
 * Encodes any text as one path segment, so that it cannot add a segment, query or fragment (SAFE-01). `.` and `..` are
 * encoded twice, since browsers and servers read `%2E` as a dot: such a path just finds nothing. A colon stays, so that
 * `':id'` gives the pattern that routers read.
 */
function pathPart(text: string): string {
  if (text === '.' || text === '..') return text.replaceAll('.', '%252E')
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\uFFFD')).replaceAll('%3A', ':')
}

/** Joins a path, as a template's tag; each value is one segment, or a part of one (SAFE-01). */
export const pathOf = (texts: TemplateStringsArray, ...parts: readonly string[]): string =>
  texts.reduce((joined, text, index) => joined + pathPart(parts[index - 1] ?? '') + text)

/** The last segment of a path where it may be missing, with its slash. */
export const lastPart = (text: string | undefined): string => (text === undefined ? '' : pathOf`/${text}`)
