import type { SessionFacts } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyRequest } from 'fastify'

export interface SignedIn {
  clientId: string
  sessionId: string
}

/** A session with the facts that decide its reach (SAFE-03). */
export type OpenSession = SignedIn & SessionFacts

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's session; null on routes for other callers. */
    signedIn: OpenSession | null
  }
  interface FastifyContextConfig {
    who?: 'anyone' | 'client' | 'operations'
  }
}

/** The bearer token of a request, if it has one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined
}

/** The client's session on a route for clients. */
export function clientOf(request: FastifyRequest): OpenSession {
  if (request.signedIn === null) throw new Error('clientOf() on a route that is not a client’s')
  return request.signedIn
}
