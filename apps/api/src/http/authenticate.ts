import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Product } from '../product.ts'
import { type PricesForClient, pricesForSession } from '../pricing/prices.ts'
import { isOpen, namedByToken, type SignedIn } from '../sign-in/sessions.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request; set on routes that only a client may call. */
    signedIn: SignedIn | null
    /** The prices for this client as the request came; set on routes that ask for them. */
    prices: PricesForClient | null
  }
  interface FastifyContextConfig {
    /** Who may call the route. */
    who?: 'anyone' | 'client' | 'operations'
    /** A client's route that mostly needs prices: they are read in one statement with the session. */
    prices?: 'read with the session'
  }
}

/** The bearer token of a request, or nothing. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined
}

/**
 * Routes say `config.who`; those of a client need the token of a session that has neither ended nor expired (API-13),
 * else 401. The session's row is read on each request, so that signing out works at once. A call of the API that does
 * not say who may make it is a mistake of ours, and stops the start.
 */
export function authenticateClients(app: FastifyInstance, product: Product): void {
  app.decorateRequest('signedIn', null)
  app.decorateRequest('prices', null)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.startsWith('/api/') && config?.who === undefined)
      throw new Error(`${method} ${url} says not who may call it.`)
  })
  guardRoutes(app, 'client', async (request) => {
    const token = bearerToken(request)
    const named = token === undefined ? undefined : await namedByToken(product, token)
    if (named !== undefined && (await isLetIn(product, request, named))) request.signedIn = named
    else throw new Refusal(401, 'Please sign in again.', { type: 'signed_out' })
  })
}

/** Whether a client's session is open; reads the prices in the same statement for a route that asks for them. */
async function isLetIn(product: Product, request: FastifyRequest, named: SignedIn): Promise<boolean> {
  if (request.routeOptions.config.prices === undefined) return isOpen(product, named)
  const prices = await pricesForSession(product.queries, { ...named, now: product.clock.now() })
  request.prices = prices ?? null
  return prices !== undefined
}

/** Has each route that says so ask first who calls; the others pay nothing for it. */
function guardRoutes(
  app: FastifyInstance,
  who: 'client' | 'operations',
  guard: (request: FastifyRequest) => Promise<void>,
): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.who === who) route.onRequest = [guard, ...[route.onRequest ?? []].flat()]
  })
}

/** Routes of operations need the token of the setting (OPS-01), else 401; a client's token opens none of them. */
export function authenticateOperations(app: FastifyInstance, { settings }: Pick<Product, 'settings'>): void {
  const wanted = digest(settings.operationsToken)
  guardRoutes(app, 'operations', async (request) => {
    const token = bearerToken(request)
    // Digests have the same length, and the comparison takes the same time wherever they differ.
    if (token !== undefined && timingSafeEqual(digest(token), wanted)) return
    throw new Refusal(401, 'This needs the token of operations.', { type: 'operations_token_wrong' })
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The client of a request on a client's route. */
export function clientOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error('clientOf() on a route that is not a client’s')
  return request.signedIn
}

/** The prices of a request on a route that asks for them. */
export function pricesOf(request: FastifyRequest): PricesForClient {
  if (request.prices === null) throw new Error('pricesOf() on a route that does not ask for prices')
  return request.prices
}
