import { operatorHeader } from '@nerdify/contract/api-paths.ts'
import { moneyLimitCents } from '@nerdify/domain/staff/staff-rights.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { operatorOf } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

/** Who acts when the request names nobody. */
const nobodyNamed = 'operations'

/** The person's name; of a machine the name in the header, else "operations"; undefined for what is no name. */
export function nameOfOperator(request: FastifyRequest): string | undefined {
  const { name: person, session } = operatorOf(request)
  if (session !== null) return person
  const name = request.headers[operatorHeader]
  if (name === undefined || name === '') return nobodyNamed
  return typeof name === 'string' && /^[\w.@ -]{1,64}$/.test(name) ? name : undefined
}

/** The person who acts for operations; 422 for what is no name. */
export function actorOf(request: FastifyRequest): string {
  const name = nameOfOperator(request)
  if (name !== undefined) return name
  throw new Refusal(422, 'X-Operator must be a name of at most 64 letters, digits, spaces and . @ - _', {
    type: 'invalid_request',
    value: operatorHeader,
  })
}

/** The most that the caller may give back of one order or credit to one client, in cents; undefined for no limit. */
export const moneyLimitOf = ({ settings }: AppContext, request: FastifyRequest): number | undefined =>
  moneyLimitCents(operatorOf(request).role, settings.clerkLimitCents)

/** How the history of an order names an operator, so that nobody can pass for a client or a part of the product. */
export function historyName(operator: string): string {
  return operator === nobodyNamed ? nobodyNamed : `operations: ${operator}`
}
