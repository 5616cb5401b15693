import type { FastifyInstance } from 'fastify'

/** What a page of this site may load and do: only what this origin serves, and uploads to the bucket; nothing inline. */
export const contentPolicy = (filesOrigin: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${filesOrigin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Sends the security headers with every answer. */
export function secureAnswers(
  app: FastifyInstance,
  { https, filesOrigin }: { https: boolean; filesOrigin: string },
): void {
  const headers: Record<string, string> = {
    'content-security-policy': contentPolicy(filesOrigin),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), otp-credentials=(self)',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // Answers of the API are for one client; a route that may be kept says so itself.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}
