import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Largest JSON body that is read, in bytes. */
export const maxBodyBytes = 1_000_000

/** A NUL anywhere is refused: the database cannot keep it (API-10). */
export const refuseNul = () =>
  new Refusal(422, 'Text must not contain a NUL character.', { type: 'invalid_request', value: 'body' })

/** Escapes of JSON, from the left, so that an escaped backslash is not taken for the beginning of the next. */
const escapes = /\\(?:ud[89a-f][\da-f]{2}|.)/g

/** A body in which halves of characters are replaced by the mark for what cannot be read; whole ones stand as they are. */
const withoutHalves = (body: unknown): unknown =>
  // Only halves are written as escapes; whole characters are not.
  JSON.parse(JSON.stringify(body).replace(escapes, (found) => (found.startsWith('\\ud') ? '\uFFFD' : found)))

/**
 * JSON is parsed unchanged: `__proto__` and `constructor` keys are refused, and so is a NUL anywhere, which PostgreSQL
 * cannot store (API-10). Nor can it store half a surrogate pair, which browsers send when a text was cut inside an
 * emoji: that is replaced, as UTF-8 encoding would do.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text as string, (error, body) => {
      if (error) return done(error)
      // The cheap test may hit an escaped backslash before "u0000"; only then are the values looked at.
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
