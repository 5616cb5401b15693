import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** The maximum size of a JSON body, in bytes. */
export const maxBodyBytes = 1_000_000

/** PostgreSQL cannot store a NUL (API-10). */
export const refuseNul = () =>
  new Refusal(422, 'Text must not contain a NUL character.', { type: 'invalid_request', value: 'body' })

/** Matches every JSON escape from the left, so that an escaped backslash does not start the next one. */
const escapes = /\\(?:ud[89a-f][\da-f]{2}|.)/g

/** Replaces lone surrogates with U+FFFD; whole pairs stay. */
const withoutHalves = (body: unknown): unknown =>
  // JSON.stringify escapes only lone surrogates.
  JSON.parse(JSON.stringify(body).replace(escapes, (found) => (found.startsWith('\\ud') ? '\uFFFD' : found)))

/**
 * Parses JSON bodies. `__proto__` and `constructor` keys are refused, and so is NUL, which PostgreSQL cannot store
 * (API-10). It cannot store a lone surrogate either, which browsers send if text was cut inside an emoji: it is
 * replaced, as UTF-8 encoding does.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text as string, (error, body) => {
      if (error) return done(error)
      // The cheap test also matches an escaped backslash before "u0000"; only then check the values.
      if (/\\u0000/.test(text as string) && JSON.stringify(body).replaceAll('\\\\', '').includes('\\u0000')) {
        return done(refuseNul())
      }
      done(null, /\\ud[89a-f]/i.test(text as string) ? withoutHalves(body) : body)
    })
  })
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? refuseNul() : undefined)
  })
}
