import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deskOrigin } from '../http/requests/from-desk.ts'
import { bearerToken, machine, type OpenSession } from '../http/caller.ts'
import type { AppContext } from '../app-context.ts'
import { openSessionOf } from '../sessions/sessions.ts'
import { staffOfToken } from '../staff/staff-sessions.ts'
import { refuseWrongToken } from '../security-log/watch-operations-tokens.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Every route declares its caller in `config.who`; a route without it stops the start. A client's route needs the token
 * of a session that has neither ended nor expired (API-13), else 401. Each request reads the session's row, so that
 * sign-out works at once.
 */
export function authenticateClients(app: FastifyInstance, product: AppContext): void {
  app.decorateRequest('signedIn', null)
  app.decorateRequest('account', null)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.startsWith('/api/') && config?.who === undefined)
      throw new Error(`${method} ${url} does not declare config.who.`)
  })
  guardRoutes(app, 'client', async (request) => {
    request.signedIn = await sessionOf(product, request)
  })
}

/** The open session of a request's token; 401 without one. For a route that authenticates only some callers. */
export async function sessionOf(product: AppContext, request: FastifyRequest): Promise<OpenSession> {
  const session = await openSessionOf(product, bearerToken(request))
  if (session === undefined) throw new Refusal(401, 'Please sign in again.', { type: 'signed_out' })
  return session
}

/** Adds the check only to the routes that need it. */
function guardRoutes(
  app: FastifyInstance,
  who: 'client' | 'operations',
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.who === who) route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
  })
}

/**
 * Routes of operations need a staff member's session or the machine's token (OPS-15), else 401; a client's token is not
 * valid there. Wrong tokens are rate limited by network; the right one always works, so that nobody can shut out staff
 * on a shared network (SAFE-10).
 */
export function authenticateOperations(app: FastifyInstance, product: AppContext): void {
  app.decorateRequest('operator', null)
  const machineDigest = digest(product.settings.operationsToken)
  // Digests have equal lengths, and the comparison takes constant time.
  const isMachine = (token: string) => timingSafeEqual(digest(token), machineDigest)
  guardRoutes(app, 'operations', async (request) => {
    const token = bearerToken(request)
    if (token === undefined) throw wrongToken()
    // At the desk only people act (DESK-09).
    const isAllowedMachine = deskOrigin(request.raw) === undefined && isMachine(token)
    const operator = isAllowedMachine ? machine : await staffOfToken(product, token)
    if (operator === 'over') throw new Refusal(401, 'Please sign in again.', { type: 'signed_out' })
    if (operator === undefined) {
      await refuseWrongToken(product, request)
      throw wrongToken()
    }
    request.operator = operator
  })
}

const wrongToken = () =>
  new Refusal(401, 'Please sign in, or use the operations token.', { type: 'operations_token_wrong' })

const digest = (text: string) => hash('sha256', text, 'buffer')
