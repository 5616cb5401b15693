import type { SessionFacts } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyRequest } from 'fastify'

/** The client of a request and the session that let them in. */
export interface SignedIn {
  clientId: string
  sessionId: string
}

/** The same with what says how far the session reaches (SAFE-03). */
export type OpenSession = SignedIn & SessionFacts

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request; set on routes that only a client may call. */
    signedIn: OpenSession | null
  }
  interface FastifyContextConfig {
    /** Who may call the route. */
    who?: 'anyone' | 'client' | 'operations'
  }
}

/** The bearer token of a request, or nothing. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined
}

/** The client of a request on a client's route. */
export function clientOf(request: FastifyRequest): OpenSession {
  if (request.signedIn === null) throw new Error('clientOf() on a route that is not a client’s')
  return request.signedIn
}
