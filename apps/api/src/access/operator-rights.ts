import { opsCalls } from '@nerdify/contract/ops-calls.ts'
import { may, refusalOf, type StaffAction } from '@nerdify/domain/staff/staff-rights.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operatorOf } from '../http/caller.ts'
import { Refusal } from '../http/refusal.ts'

type CallAction = (typeof opsCalls)[string]

/**
 * Checks every operations call against the table role × action (OPS-15); 403 in words. The check runs before the body
 * is read, or after its validation if the body determines the action. A call missing from the table stops the start.
 */
export function limitOperators(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.config?.who !== 'operations') return
    const actions = new Map<string, CallAction>()
    for (const method of [route.method].flat()) {
      // Most GET routes also accept HEAD.
      const action = opsCalls[`${method === 'HEAD' ? 'GET' : method} ${route.url}`]
      if (action === undefined) throw new Error(`${method} ${route.url} is missing from the table of operations calls.`)
      actions.set(method, action)
    }
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request: FastifyRequest) => {
        const action = actions.get(request.method)
        if (typeof action !== 'function') refuseForbidden(request, action)
      },
    ]
    route.preHandler = [
      async (request: FastifyRequest) => {
        const action = actions.get(request.method)
        if (typeof action === 'function') refuseForbidden(request, action(request.body))
      },
      ...[route.preHandler ?? []].flat(),
    ]
  })
}

function refuseForbidden(request: FastifyRequest, action: StaffAction | undefined): void {
  if (action === undefined) throw new Error(`${request.method} has no action.`)
  const { role } = operatorOf(request)
  if (!may(role, action)) throw new Refusal(403, refusalOf(role, action), { type: 'role_forbidden', value: role })
}
