import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../settings.ts'

/** The settings that name the origins our pages reach. */
export interface PageSurroundings extends Pick<Settings, 'publicUrl' | 'gatewayUrl' | 'analyticsUrl' | 'tag'> {
  filesOrigin: string
}

/** Hashes of inline content, as the policy lists them. */
interface InlineHashes {
  styles: readonly string[]
  scripts: readonly string[]
}

const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('')

const tagHost = 'https://www.googletagmanager.com'
/** Where Google's tag sends data, as far as consents allow. */
const tagTargets = `${tagHost} https://*.google-analytics.com https://*.analytics.google.com`

/**
 * The content policy of our pages: this origin, uploads to the bucket, the lookup of the visitor's region (API-08), and
 * the tag if one is configured (CONS-04). Inline content needs its hash in `inline`.
 */
export function contentPolicy(
  surroundings: PageSurroundings,
  inline: InlineHashes = { styles: [], scripts: [] },
): string {
  const { filesOrigin, publicUrl, gatewayUrl, analyticsUrl, tag } = surroundings
  const besides = (origin: string) => (origin === publicUrl ? '' : ` ${origin}`)
  const withTag = (targets: string) => (tag === undefined ? '' : ` ${targets}`)
  return [
    "default-src 'none'",
    `script-src 'self'${quoted(inline.scripts)}${withTag(tagHost)}`,
    `style-src 'self'${quoted(inline.styles)}`,
    `img-src 'self' data:${withTag(tagTargets)}`,
    "font-src 'self'",
    `connect-src 'self' ${filesOrigin}${besides(analyticsUrl)}${withTag(tagTargets)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // A tip is a form posted to the payment gateway (PAY-09).
    `form-action 'self'${besides(gatewayUrl)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Headers that each of our origins sends with every answer (SAFE-16): HTTPS only from now on if the origin uses it, and
 * no access for a page that opened ours in a window (decision 0048).
 */
export function originHeaders(origin: string): Record<string, string> {
  return {
    'cross-origin-opener-policy': 'same-origin',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** Adds the security headers to every answer (SAFE-16). */
export function secureAnswers(app: FastifyInstance, surroundings: PageSurroundings): void {
  const headers: Record<string, string> = {
    'content-security-policy': contentPolicy(surroundings),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), otp-credentials=(self)',
    ...originHeaders(surroundings.publicUrl),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Answers of the API belong to one client; a cacheable route overrides this.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}
