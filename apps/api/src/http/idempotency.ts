import { createHash } from 'node:crypto'
import { idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { FastifyRequest } from 'fastify'
import type { Queries } from '../database/tables.ts'
import { transaction } from '../database/transaction.ts'
import type { Product } from '../product.ts'
import { clientOf } from './authenticate.ts'
import { claimKey, keepAnswer, keptAnswer, deleteAnswersBefore } from './idempotency.store.ts'
import { Refusal } from './refusal.ts'

/** Whose the keys of operations are: no client has this key. */
const keysOfOperations = '00000000-0000-0000-0000-000000000000'

/** Runs a write of operations in one transaction; keys are as in {@link writeOnce}, and shared by all operators. */
export function writeOnceForOperations<Body>(
  product: Product,
  request: FastifyRequest,
  write: (queries: Queries) => Promise<Body>,
): Promise<Body> {
  return writeWithKey(product, request, { owner: () => keysOfOperations, write })
}

/**
 * Runs a client's write in one transaction; it answers the body of the response. With an `Idempotency-Key` a repeat answers the first answer and does nothing,
 * also while the first is under way; the same key with another request is 422 (API-11).
 */
export function writeOnce<Body>(
  product: Product,
  request: FastifyRequest,
  write: (queries: Queries) => Promise<Body>,
): Promise<Body> {
  return writeWithKey(product, request, { owner: () => clientOf(request).clientId, write })
}

async function writeWithKey<Body>(
  product: Product,
  request: FastifyRequest,
  { owner, write }: { owner: () => string; write: (queries: Queries) => Promise<Body> },
): Promise<Body> {
  const key = request.headers[idempotencyHeader]
  if (key === undefined) return transaction(product.queries, write)
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw new Refusal(422, 'Idempotency-Key must have 1 to 255 characters.', { value: idempotencyHeader })
  }
  const clientId = owner()
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('base64url')

  return transaction(product.queries, async (queries) => {
    if (!(await claimKey(queries, { clientId, key, fingerprint, now: product.clock.now() }))) {
      const kept = await keptAnswer(queries, clientId, key)
      if (kept.fingerprint !== fingerprint) {
        throw new Refusal(422, 'This Idempotency-Key was used for another request.', {
          type: 'idempotency_key_reused',
          value: idempotencyHeader,
        })
      }
      return kept.answer as Body
    }
    const answer = await write(queries)
    await keepAnswer(queries, { clientId, key, answer })
    return answer
  })
}

/** Forgets the answers of writes made before an instant (epoch milliseconds): nobody repeats those any more. */
export function forgetAnswers(queries: Queries, before: number): Promise<void> {
  return deleteAnswersBefore(queries, before)
}
