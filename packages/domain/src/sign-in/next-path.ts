/** Longer texts are no address that this site made, in characters. */
const maxPathLength = 2000

/**
 * Reads a text as a path of this site, or answers the fallback (AUTH-11, PAY-05). Our own origin in front, when given, is
 * stripped. The path
 * - starts with exactly one "/", without a backslash where a browser could read a host,
 * - has no control characters, which browsers drop before they read,
 * - has no encoded slash and no `..` (SAFE-01); percent-encoded forms count as what they decode to.
 */
export function safePath(text: string | null | undefined, fallback = '/orders', ownOrigin?: string): string {
  if (text == null || text.length > maxPathLength) return fallback
  const path = ownOrigin !== undefined && text.startsWith(ownOrigin) ? text.slice(ownOrigin.length) : text
  return isPathOfThisSite(path) ? path : fallback
}

function isPathOfThisSite(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? ''
  const meant = fullyDecoded(path)
  if (!path.startsWith('/') || meant === undefined || /\p{Cc}/u.test(text + meant)) return false
  const segments = meant.split('/')
  return !/\/\/|\\/.test(meant) && !segments.includes('..') && segments.length === path.split('/').length
}

/** The path with every layer of percent-encoding taken off, or undefined where it is malformed. */
function fullyDecoded(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? path : fullyDecoded(decoded)
  } catch {
    return undefined
  }
}
