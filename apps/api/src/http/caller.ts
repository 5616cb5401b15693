import type { SessionFacts } from '@nerdify/domain/sign-in/session-reach.ts'
import type { OperatorRole } from '@nerdify/domain/staff/staff-rights.ts'
import type { FastifyRequest } from 'fastify'

export interface SignedIn {
  clientId: string
  sessionId: string
}

/** A session with the facts that decide its reach (SAFE-03). */
export type OpenSession = SignedIn & SessionFacts

/** The caller of an operations call (OPS-15): a person of the staff with a session, or a machine. */
export interface Operator {
  /** As in the history and the log. */
  name: string
  role: OperatorRole
  /** Null for a machine; `id` is the person's, `expiresAt` in epoch milliseconds. */
  session: { id: string; email: string; hash: string; expiresAt: number } | null
}

/** The holder of `OPERATIONS_TOKEN`. */
export const machine: Operator = { name: 'machine', role: 'machine', session: null }

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's session; null on routes for other callers. */
    signedIn: OpenSession | null
    /** The caller of an operations call; null on routes for other callers. */
    operator: Operator | null
  }
  interface FastifyContextConfig {
    who?: 'anyone' | 'client' | 'operations'
  }
}

/** The token of the Authorization header; undefined without one. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined
}

/** The client's session on a route for clients. */
export function clientOf(request: FastifyRequest): OpenSession {
  if (request.signedIn === null) throw new Error('clientOf() on a route that is not a client’s')
  return request.signedIn
}

/** The caller of an operations call. */
export function operatorOf(request: FastifyRequest): Operator {
  if (request.operator === null) throw new Error('operatorOf() on a route that is not of operations')
  return request.operator
}
