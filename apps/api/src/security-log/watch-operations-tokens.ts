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
 * Counts a wrong token of operations or a wrong staff link across all processes, logs it and mails support once an hour
 * if there are many (SAFE-10). Throws 429 beyond the limit of its network, even for concurrent calls; these are neither
 * counted nor logged.
 */
export async function refuseWrongToken(
  product: AppContext,
  request: FastifyRequest,
  event: 'operations_token_refused' | 'staff_sign_in_refused' = 'operations_token_refused',
): Promise<void> {
  const { queries, clock, settings } = product
  const use = { subject: request.ip, now: clock.now(), scale: settings.limitScale }
  await refuseWhenUsedUp(queries, wrongOperationsTokensFromOneIp, use)
  logSecurityEvent(product, request, event)
  await alertOnManyGuesses(product, wrongOperationsTokensOfSite, { template: 'wrong-operations-tokens', now: use.now })
  await limitUse(queries, wrongOperationsTokensFromOneIp, use)
}

/** Counts and logs a link request for an unknown staff address; the caller's answer does not reveal that (SAFE-10). */
export async function noteWrongStaffAddress(product: AppContext, request: FastifyRequest): Promise<void> {
  logSecurityEvent(product, request, 'staff_sign_in_refused', { why: 'address_unknown' })
  const now = product.clock.now()
  await alertOnManyGuesses(product, wrongOperationsTokensOfSite, { template: 'wrong-operations-tokens', now })
}
