/** Longer than any address of this site, in characters. */
const maxPathLength = 2000

/**
 * Parses a path of this site, or returns the fallback (AUTH-11, PAY-05). Strips our own origin, if given. The path
 * - starts with exactly one "/", without a backslash where a browser could read a host,
 * - has no control characters, which browsers drop before parsing,
 * - has no encoded slash and no `..` (SAFE-01), percent-encoded forms included.
 */
export function safePath(text: string | null | undefined, fallback = '/orders', ownOrigin?: string): string {
  if (text == null || text.length > maxPathLength) return fallback
  const path = ownOrigin !== undefined && text.startsWith(ownOrigin) ? text.slice(ownOrigin.length) : text
  return isPathOfThisSite(path) ? path : fallback
}

function isPathOfThisSite(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? ''
  const decoded = fullyDecoded(path)
  if (!path.startsWith('/') || decoded === undefined || /\p{Cc}/u.test(text + decoded)) return false
  const segments = decoded.split('/')
  return !/\/\/|\\/.test(decoded) && !segments.includes('..') && segments.length === path.split('/').length
}

/** The path with every layer of percent-encoding decoded; undefined if malformed. */
function fullyDecoded(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? path : fullyDecoded(decoded)
  } catch {
    return undefined
  }
}
