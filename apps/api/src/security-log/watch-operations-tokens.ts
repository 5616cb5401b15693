import type { FastifyRequest } from 'fastify'
import {
  limitUse,
  refuseWhenUsedUp,
  wrongOperationsTokensFromOneIp,
  wrongOperationsTokensOfSite,
} from '../limits/rate-limit.ts'
import type { AppContext } from '../app-context.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { alertOnManyGuesses } from './alert-on-many-guesses.ts'

/**
 * Counts a wrong token of operations in all processes, logs it and mails staff once an hour if there are many (SAFE-10).
 * Throws 429 once its network brought too many, also if they come at the same moment; these are neither counted nor logged.
 */
export async function refuseWrongToken(product: AppContext, request: FastifyRequest): Promise<void> {
  const { queries, clock, settings } = product
  const use = { subject: request.ip, now: clock.now(), scale: settings.limitScale }
  await refuseWhenUsedUp(queries, wrongOperationsTokensFromOneIp, use)
  logSecurityEvent(product, request, 'operations_token_refused')
  await alertOnManyGuesses(product, wrongOperationsTokensOfSite, { template: 'wrong-operations-tokens', now: use.now })
  await limitUse(queries, wrongOperationsTokensFromOneIp, use)
}
