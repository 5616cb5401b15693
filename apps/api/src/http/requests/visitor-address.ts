import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../settings.ts'
import { Refusal } from '../refusal.ts'

/**
 * Refuses a call whose trusted proxy reports an invalid address (SAFE-06): limits and regions depend on it, and each
 * made-up word would get its own limits.
 */
export function refuseUnknownAddresses(app: FastifyInstance, { trustProxy }: Pick<Settings, 'trustProxy'>): void {
  if (trustProxy === 0) return
  app.addHook('onRequest', async ({ ip }) => {
    if (isIP(ip) !== 0) return
    throw new Refusal(400, 'We could not tell where this request came from.', {
      type: 'invalid_request',
      value: 'x-forwarded-for',
    })
  })
}
