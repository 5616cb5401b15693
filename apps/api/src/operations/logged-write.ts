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

/** The options of a route of operations that writes: {@link writeLogged} keeps its answer (API-11). */
export const loggedCall = <Call extends Parameters<typeof operationsCall>[1]>(summary: string, shape: Call) =>
  operationsCall(summary, shape, storedWithWrite)

/** The context of operations' write. */
export interface Circumstances {
  queries: Queries
  /** Who acts, as the history of an order names them. */
  author: string
  /** Epoch milliseconds. */
  now: number
}

/** What a write of operations has done. */
interface Done<Body> {
  /** What it was done to, as the log names it: "order {id}". */
  subject: string
  /** The body of the response, also for a repeat. */
  body: Body
  /** What the log says of the request, where that is not its body; personal data are withheld all the same. */
  logged?: Record<string, unknown>
}

type Write<Body> = (circumstances: Circumstances) => Promise<Done<Body>>

/**
 * Runs a write of operations (OPS-01): in one transaction, once for an `Idempotency-Key`, and with its line in the log,
 * which calls it `action`. Answers the body of the response.
 */
export const writeLogged = <Body>(
  product: AppContext,
  request: FastifyRequest,
  action: ActionName,
  write: Write<Body>,
): Promise<Body> => writeOnce(product, request, loggedWrite(product, request, action, write))

/**
 * A write with its line in the log (OPS-01), for a transaction within a call that also asks a provider: the whole call
 * takes the `Idempotency-Key`.
 */
export function loggedWrite<Body>(
  product: AppContext,
  request: FastifyRequest,
  action: ActionName,
  write: Write<Body>,
): (queries: Queries) => Promise<Body> {
  const operator = operatorOf(request).name
  const now = product.clock.now()
  return async (queries) => {
    const done = await write({ queries, author: operator === machine.name ? operator : historyName(operator), now })
    const logged = done.logged ?? (request.body as Record<string, unknown> | null | undefined) ?? {}
    await logAction(queries, { author: operator, action, subject: done.subject, request: logged, now })
    return done.body
  }
}

/** Stands for a value that is personal: the log says that it was sent, not what it was. */
const withheld = 'withheld'

/** Writes an action of operations to the log (OPS-01) in the transaction that does it, without personal data. */
async function logAction(
  queries: Queries,
  action: { author: string; action: ActionName; subject: string; request: Record<string, unknown>; now: number },
): Promise<void> {
  const { now, request, ...rest } = action
  const kept: readonly string[] = loggedActions[action.action]
  const fields = Object.entries(request).map(([field, value]) => [field, kept.includes(field) ? value : withheld])
  const json = JSON.stringify(Object.fromEntries(fields))
  await insertAction(queries, { ...rest, id: uuidv7(now), at: new Date(now), request: json })
}
