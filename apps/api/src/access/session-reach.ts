import { clientCalls } from '@nerdify/contract/client-calls.ts'
import { signInNeeded } from '@nerdify/contract/error-texts.ts'
import { type RequiredReach, reaches } from '@nerdify/domain/sign-in/session-reach.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { clientOf } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

/** The refusal of what is out of a session's reach; the same whether it is there or not (SAFE-03). */
const outOfReach = () =>
  new Refusal(422, 'Please confirm it’s you first. We’ll send you a code.', { type: signInNeeded })

/**
 * Holds every call of a client to the table of what it asks of a session (SAFE-03), after its body was checked and before
 * anything is done. A call that stands in the table with nothing is a mistake of ours, and stops the start.
 */
export function limitReach(app: FastifyInstance, { clock }: Pick<AppContext, 'clock'>): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.who !== 'client') return
    const needs = new Map<string, RequiredReach | ((body: unknown) => RequiredReach)>()
    for (const method of [route.method].flat()) {
      // Whoever may read may ask what there is to read.
      const need = clientCalls[`${method === 'HEAD' ? 'GET' : method} ${route.url}`]
      if (need === undefined) throw new Error(`${method} ${route.url} says not what it asks of a session.`)
      needs.set(method, need)
    }
    const guard = async (request: FastifyRequest) => {
      const asked = needs.get(request.method)
      const need = typeof asked === 'function' ? asked(request.body) : asked
      const { id: orderId } = request.params as { id?: string }
      if (need === undefined || !reaches(clientOf(request), { need, orderId, now: clock.now() })) throw outOfReach()
    }
    route.preHandler = [guard, ...[route.preHandler ?? []].flat()]
  })
}
