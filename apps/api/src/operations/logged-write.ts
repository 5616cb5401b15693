import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/tables.ts'
import { writeOnce } from '../idempotency/idempotency.ts'
import type { Product } from '../product.ts'
import { logAction } from './audit-log.ts'
import { historyName, operatorOf } from './operator.ts'

/** What a write of operations is told. */
interface Circumstances {
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

/**
 * Runs a write of operations (OPS-01): in one transaction, once for an `Idempotency-Key`, and with its line in the log,
 * which calls it `action`. Answers the body of the response.
 */
export async function writeLogged<Body>(
  product: Product,
  request: FastifyRequest,
  action: string,
  write: (circumstances: Circumstances) => Promise<Done<Body>>,
): Promise<Body> {
  const operator = operatorOf(request)
  const now = product.clock.now()
  return writeOnce(product, request, async (queries) => {
    const done = await write({ queries, author: historyName(operator), now })
    const logged = done.logged ?? (request.body as Record<string, unknown> | null | undefined) ?? {}
    await logAction(queries, { author: operator, action, subject: done.subject, request: logged, now })
    return done.body
  })
}
