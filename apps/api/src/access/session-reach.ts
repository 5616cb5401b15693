import { clientCalls } from '@nerdify/contract/client-calls.ts'
import { signInNeeded } from '@nerdify/contract/error-texts.ts'
import { type RequiredReach, reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { clientOf } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

/** One refusal for everything out of reach, so that it does not reveal what exists (SAFE-03). */
const outOfReach = () =>
  new Refusal(422, 'Please confirm it’s you first. We’ll send you a code.', { type: signInNeeded })

/**
 * Checks every client's call against the table of reach (SAFE-03), after its body was validated and before its handler.
 * A call missing from the table stops the start.
 */
export function limitReach(app: FastifyInstance, { clock }: Pick<AppContext, 'clock'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.who !== 'client') return
    const needs = new Map<string, RequiredReach | ((body: unknown) => RequiredReach)>()
    for (const method of [route.method].flat()) {
      // A GET route also accepts HEAD.
      const need = clientCalls[`${method === 'HEAD' ? 'GET' : method} ${route.url}`]
      if (need === undefined) throw new Error(`${method} ${route.url} is missing from the table of reach.`)
      needs.set(method, need)
    }
    const guard = async (request: FastifyRequest) => {
      const entry = needs.get(request.method)
      const need = typeof entry === 'function' ? entry(request.body) : entry
      const session = clientOf(request)
      // The general conversation has its client's id.
      const { id: orderId = session.clientId } = request.params as { id?: string }
      if (need === undefined || !reaches(session, { need, orderId, now: clock.now() })) throw outOfReach()
    }
    route.preHandler = [guard, ...[route.preHandler ?? []].flat()]
  })
}
