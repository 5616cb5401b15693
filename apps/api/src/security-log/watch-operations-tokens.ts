import type { FastifyRequest } from 'fastify'
import { isUnreachable } from '../database/transaction.ts'
import {
  limitUse,
  refuseWhenUsedUp,
  wrongOperationsTokensFromOneIp,
  wrongOperationsTokensOfSite,
} from '../limits/rate-limit.ts'
import type { Product } from '../product.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { tellOfMany } from './tell-of-many.ts'

/** Refuses a network whose tokens were wrong too often, whatever it brings now: 429 with how long to wait (SAFE-10). */
export async function refuseGuessedTokens({ queries, clock, settings }: Product, ip: string): Promise<void> {
  const use = { subject: ip, now: clock.now(), scale: settings.limitScale }
  try {
    await refuseWhenUsedUp(queries, wrongOperationsTokensFromOneIp, use)
  } catch (error) {
    // Whoever reads /metrics because the database is gone is to be answered all the same.
    if (!isUnreachable(error)) throw error
  }
}

/**
 * Counts a wrong token of operations, for all processes, writes it down and tells our people once an hour when there are many
 * (SAFE-10). 429 for one too many, also of those that came at the same moment.
 */
export async function noteWrongToken(product: Product, request: FastifyRequest): Promise<void> {
  const { queries, clock, settings } = product
  const use = { subject: request.ip, now: clock.now(), scale: settings.limitScale }
  logSecurityEvent(product, request, 'operations_token_refused')
  await tellOfMany(product, wrongOperationsTokensOfSite, { template: 'wrong-operations-tokens', now: use.now })
  await limitUse(queries, wrongOperationsTokensFromOneIp, use)
}
