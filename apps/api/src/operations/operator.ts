import { moneyLimitCents } from '@nerdify/domain/staff/staff-rights.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { operatorOf } from '../http/caller.ts'

/** The caller's limit for refunding one order or crediting one client, in cents; undefined without a limit. */
export const moneyLimitOf = ({ settings }: AppContext, request: FastifyRequest): number | undefined =>
  moneyLimitCents(operatorOf(request).role, settings.clerkLimitCents)
