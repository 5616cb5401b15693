import { moneyLimitCents } from '@nerdify/domain/staff/staff-rights.ts'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { operatorOf } from '../http/caller.ts'

/** The most that the caller may give back of one order or credit to one client, in cents; undefined for no limit. */
export const moneyLimitOf = ({ settings }: AppContext, request: FastifyRequest): number | undefined =>
  moneyLimitCents(operatorOf(request).role, settings.clerkLimitCents)
