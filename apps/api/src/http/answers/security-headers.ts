import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../settings.ts'

/** The settings that say what our pages reach. */
export interface PageSurroundings extends Pick<Settings, 'publicUrl' | 'gatewayUrl' | 'analyticsUrl' | 'tag'> {
  filesOrigin: string
}

/** What a page brings within itself, as the policy names it. */
interface InlineHashes {
  styles: readonly string[]
  scripts: readonly string[]
}

const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('')

const tagHost = 'https://www.googletagmanager.com'
/** Where a tag of Google sends what consents allow. */
const tagTargets = `${tagHost} https://*.google-analytics.com https://*.analytics.google.com`

/**
 * What a page of this site may load and do: only what this origin serves, uploads to the bucket, the question where the
 * visitor is (API-08), and the tag where one is configured (CONS-04); nothing inline but what has one of these hashes.
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
    // A tip is a form that is posted to where payments begin (PAY-09).
    `form-action 'self'${besides(gatewayUrl)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * What every origin of ours sends with every answer (SAFE-16): it is asked by HTTPS alone from now on, where it is, and no
 * page that opened one of ours in a window keeps a hold of that window (decision 0048).
 */
export function originHeaders(origin: string): Record<string, string> {
  return {
    'cross-origin-opener-policy': 'same-origin',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** Sends the security headers with every answer. */
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
    // Answers of the API are for one client; a route that may be kept says so itself.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}
