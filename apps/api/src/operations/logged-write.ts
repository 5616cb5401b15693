import { type ActionName, loggedActions } from '@nerdify/domain/staff/logged-actions.ts'
import { historyName } from '@nerdify/domain/staff/staff-name.ts'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/tables.ts'
import { storedWithWrite, operationsCall } from '../http/call.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import type { AppContext } from '../app-context.ts'
import { machine, operatorOf } from '../http/caller.ts'
import { uuidv7 } from '../database/uuid.ts'
import { insertAction } from './audit-log.store.ts'

/** The options of a write route of operations: {@link writeLogged} stores its answer (API-11). */
export const loggedCall = <Call extends Parameters<typeof operationsCall>[1]>(summary: string, shape: Call) =>
  operationsCall(summary, shape, storedWithWrite)

/** The context of operations' write. */
export interface Circumstances {
  queries: Queries
  /** The actor's name in an order's history. */
  author: string
  /** Epoch milliseconds. */
  now: number
}

/** The result of a write of operations. */
interface WriteResult<Body, Name extends ActionName> {
  /** Its subject in the log: "order {id}". */
  subject: string
  /** The body of the response, also for a repeat. */
  body: Body
  /** The logged request, if it is not the body; personal data are withheld in either. */
  logged?: LoggedFields<Name>
}

/** The fields of an action that the log keeps. */
export type LoggedFields<Name extends ActionName> = { [Field in (typeof loggedActions)[Name][number]]?: unknown }

type Write<Body, Name extends ActionName> = (circumstances: Circumstances) => Promise<WriteResult<Body, Name>>

/**
 * Runs a write of operations (OPS-01) in one transaction, once per `Idempotency-Key`, and logs it as `action`. Returns
 * the body of the response.
 */
export const writeLogged = <Body, Name extends ActionName>(
  product: AppContext,
  request: FastifyRequest,
  action: Name,
  write: Write<Body, Name>,
): Promise<Body> => writeOnce(product, request, loggedWrite(product, request, action, write))

/**
 * A logged write (OPS-01) in a transaction within a call that also calls a provider: the whole call takes the
 * `Idempotency-Key`.
 */
export function loggedWrite<Body, Name extends ActionName>(
  product: AppContext,
  request: FastifyRequest,
  action: Name,
  write: Write<Body, Name>,
): (queries: Queries) => Promise<Body> {
  const operator = operatorOf(request).name
  const now = product.clock.now()
  return async (queries) => {
    const result = await write({ queries, author: operator === machine.name ? operator : historyName(operator), now })
    const logged = result.logged ?? (request.body as Record<string, unknown> | null | undefined) ?? {}
    await logAction(queries, { author: operator, action, subject: result.subject, request: logged, now })
    return result.body
  }
}

/** Replaces a personal value: the log shows that it was sent, but not the value. */
const withheld = 'withheld'

/** Logs an action of operations (OPS-01) without personal data, in its transaction. */
async function logAction(
  queries: Queries,
  action: { author: string; action: ActionName; subject: string; request: Record<string, unknown>; now: number },
): Promise<void> {
  const { now, request, ...rest } = action
  const loggedFields: readonly string[] = loggedActions[action.action]
  const fields = Object.entries(request).map(([field, value]) => [
    field,
    loggedFields.includes(field) ? value : withheld,
  ])
  const json = JSON.stringify(Object.fromEntries(fields))
  await insertAction(queries, { ...rest, id: uuidv7(now), at: new Date(now), request: json })
}
