import { hash } from 'node:crypto'
import { idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { Type } from 'typebox'
import type { Queries } from '../database/tables.ts'
import { isUnreachable, transaction } from '../database/transaction.ts'
import { withLease } from '../leases/with-lease.ts'
import type { AppContext } from '../app-context.ts'
import { seal, unseal } from '../keys/sealed-text.ts'
import { clientOf, operatorOf } from '../http/caller.ts'
import { isKeyUsed, insertAnswerOnce, insertAnswer, storedAnswer } from './idempotency.store.ts'
import { writesWithoutKey } from './writes-without-key.ts'
import { Refusal } from '../http/refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler stores the answer in its own transaction, by {@link writeOnce}. */
    answerKept?: 'with its write'
  }
}

const maxKeyLength = 255
/** Key owners for machines and signed-out people: no client has these ids. */
const keysOfMachines = '00000000-0000-0000-0000-000000000000'
const keysOfAnyone = '00000000-0000-0000-0000-000000000001'

const writingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const writesOf = (route: Pick<RouteOptions, 'method'>): string[] =>
  [route.method].flat().filter((method) => writingMethods.has(method))

/** Why a route of {@link writesWithoutKey} takes no key; undefined if it takes one. */
const reasonAgainstKeys = (route: Pick<RouteOptions, 'method' | 'url'>): string | undefined =>
  writesOf(route)
    .map((method) => writesWithoutKey[`${method} ${route.url}`])
    .find((reason) => reason !== undefined)

/**
 * Requires an `Idempotency-Key` of every write (API-11), except {@link writesWithoutKey}. A retry gets the first answer
 * and is a no-op, even while the first call is running; the same key with another request is 422. Refusals are not
 * stored. A handler that stores its answer in its own transaction declares that in its config.
 */
export function answerRepeats(app: FastifyInstance, product: AppContext): void {
  app.addHook('onRoute', (route) => {
    if (writesOf(route).length === 0 || reasonAgainstKeys(route) !== undefined) return
    if (route.config?.answerKept !== undefined) return
    const { handler } = route
    route.handler = async function answerOnce(request, reply) {
      const answer = async () => handler.call(this, request, reply)
      const claim = claimOf(request)
      return claim === undefined ? answer() : onceForClaim(product, { claim, reply, answer })
    }
  })
}

/** Documents keys in OpenAPI: a header for the writes that take one, a reason for the others. */
export function documentKeys({ schema, url, route }: { schema: FastifySchema; url: string; route: RouteOptions }): {
  schema: FastifySchema
  url: string
} {
  if (writesOf(route).length === 0) return { schema, url }
  const reason = reasonAgainstKeys(route)
  const additions =
    reason === undefined ? { headers: keyHeader } : { description: `Takes no Idempotency-Key: ${reason}.` }
  return { schema: { ...schema, ...additions }, url }
}

const keyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxKeyLength,
      description:
        'Made by the caller for one write, and not to be guessed, such as a random UUID. A repeat with the same key and body answers the first answer for a week, and a refusal is not kept; with another body it is 422 with error_type idempotency_key_reused.',
    }),
  ),
})

/** A key in one request; `fingerprint` identifies that request. */
interface Claim {
  clientId: string
  key: string
  fingerprint: string
}

function claimOf(request: FastifyRequest): Claim | undefined {
  const key = request.headers[idempotencyHeader]
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length < 1 || key.length > maxKeyLength) {
    throw new Refusal(422, 'Idempotency-Key must have 1 to 255 characters.', { value: idempotencyHeader })
  }
  const call = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  const fingerprint = hash('sha256', call, 'base64url')
  return { clientId: ownerOf(request), key, fingerprint }
}

function ownerOf(request: FastifyRequest): string {
  switch (request.routeOptions.config.who) {
    case 'client':
      return clientOf(request).clientId
    case 'operations':
      return operatorOf(request).session?.id ?? keysOfMachines
    default:
      return keysOfAnyone
  }
}

/**
 * Runs a write and stores its answer in one transaction; returns the body of the response. Keys belong to a client or a
 * staff member, or are shared by all machines (API-11). An answer with only plain columns, such as an order, need not
 * be encrypted. `prepare` is the work before the transaction, such as checks of files: where it refuses a repeat, the
 * first answer holds.
 */
export async function writeOnce<Body, Prepared = undefined>(
  product: AppContext,
  request: FastifyRequest,
  write: (queries: Queries, prepared: Prepared) => Promise<Body>,
  {
    isSealed = true,
    prepare = () => Promise.resolve(undefined as Prepared),
  }: { isSealed?: boolean; prepare?: () => Promise<Prepared> } = {},
): Promise<Body> {
  const claim = claimOf(request)
  if (claim === undefined) {
    const prepared = await prepare()
    return transaction(product.queries, (queries) => write(queries, prepared))
  }
  for (;;) {
    try {
      const prepared = await prepare()
      return await transaction(product.queries, async (queries) => {
        const body = await write(queries, prepared)
        const answer = isSealed ? sealed(product, body) : body
        await insertAnswer(queries, { ...claim, answer, now: product.clock.now() })
        return body
      })
    } catch (error) {
      if (isUnreachable(error)) throw error
      // Most requests are no repeats, so the write runs first; a repeat rolls back on the used key or on its refusal.
      const stored = await readStored<Body>(product, product.queries, claim)
      if (stored !== undefined) return stored.answer
      // The stored answer expired just now, so the key is free.
      if (!isKeyUsed(error)) throw error
    }
  }
}

/** Answers excluded from storage. */
const unstored = new WeakSet<FastifyReply>()

/** Excludes an answer from storage, because the call had no effect (SAFE-07). */
export function skipStoring(reply: FastifyReply): void {
  unstored.add(reply)
}

/** Runs work that may call a provider, and therefore outside a transaction, under a lease for its key. */
async function onceForClaim(
  product: AppContext,
  { claim, reply, answer }: { claim: Claim; reply: FastifyReply; answer: () => Promise<unknown> },
): Promise<unknown> {
  return withLease(product, `key:${claim.clientId}:${claim.key}`, async () => {
    const stored = await readStored<{ status: number; body: unknown }>(product, product.queries, claim)
    if (stored !== undefined) {
      void reply.code(stored.answer.status)
      return stored.answer.body
    }
    const body = await answer()
    if (body === reply || body === undefined) throw new Error('A handler whose answer is kept returns its body.')
    if (unstored.has(reply)) return body
    const first = sealed(product, { status: reply.statusCode, body })
    await insertAnswerOnce(product.queries, { ...claim, answer: first, now: product.clock.now() })
    return body
  })
}

/** The first answer of a key; undefined if the key is new. 422 if it was used for another request. */
async function readStored<Answer>(
  { settings }: AppContext,
  queries: Queries,
  { clientId, key, fingerprint }: Claim,
): Promise<{ answer: Answer } | undefined> {
  const stored = await storedAnswer(queries, clientId, key)
  if (stored === undefined) return undefined
  if (stored.fingerprint !== fingerprint) {
    throw new Refusal(422, 'This Idempotency-Key was used for another request.', {
      type: 'idempotency_key_reused',
      value: idempotencyHeader,
    })
  }
  // Older versions stored all answers in plain text.
  if (typeof stored.answer !== 'string') return { answer: stored.answer as Answer }
  const text = unseal(settings.secret, stored.answer)
  if (text === undefined) {
    throw new Refusal(409, 'We already did this. Reload to see the result.', {
      type: 'answer_forgotten',
      value: idempotencyHeader,
    })
  }
  return { answer: JSON.parse(text) as Answer }
}

/** Encrypts an answer: it may contain a client's private code or a signed form (AUTH-20). */
const sealed = ({ settings }: AppContext, answer: unknown) => seal(settings.secret, JSON.stringify(answer))
