import { opsCalls } from '@nerdify/contract/ops-calls.ts'
import { may, refusalOf, type StaffAction } from '@nerdify/domain/staff/staff-rights.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operatorOf } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Checks every operations call against the table role × action (OPS-15), after its body was validated and before its
 * handler; 403 in words. A call missing from the table of calls stops the start.
 */
export function limitOperators(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.who !== 'operations') return
    const actions = new Map<string, StaffAction | ((body: unknown) => StaffAction)>()
    for (const method of [route.method].flat()) {
      // A route that may be read may also be probed with HEAD.
      const action = opsCalls[`${method === 'HEAD' ? 'GET' : method} ${route.url}`]
      if (action === undefined) throw new Error(`${method} ${route.url} is missing from the table of operations calls.`)
      actions.set(method, action)
    }
    const guard = async (request: FastifyRequest) => {
      const wanted = actions.get(request.method)
      const action = typeof wanted === 'function' ? wanted(request.body) : wanted
      const { role } = operatorOf(request)
      if (action === undefined || !may(role, action)) throw roleRefused(request, action)
    }
    route.preHandler = [guard, ...[route.preHandler ?? []].flat()]
  })
}

function roleRefused(request: FastifyRequest, action: StaffAction | undefined): Refusal {
  const { role } = operatorOf(request)
  const text = action === undefined ? 'Nobody may do this.' : refusalOf(role, action)
  return new Refusal(403, text, { type: 'role_forbidden', value: role })
}
