import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultKind, Faults } from '../../faults.ts'
import { sendProxyErrorPage, cutConnection, pathOf, acceptForms } from '../../http/http-server.ts'
import { transaction } from '../../storage/database.ts'
import { apiVersion } from '../objects/event.ts'
import { applyElapsedTime } from '../elapsed-time.ts'
import type { CardProvider } from '../provider.ts'
import { cardCalls } from '../resources/card-calls.ts'
import { ApiError, invalidParameter } from './api-error.ts'
import type { CardCall } from './card-call.ts'
import { IdempotencyKeys, type KeptAnswer, type KeyedCall } from './idempotency.ts'
import { asApiError } from './schemas.ts'
import { findObject } from '../collection.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that a test planned for this call. */
    fault: FaultKind | undefined
  }
}

function checkKey({ headers }: FastifyRequest, secretKey: string): void {
  const key = headers.authorization?.replace(/^Bearer /, '') ?? ''
  if (key === secretKey) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}***`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

function checkVersion({ headers }: FastifyRequest): void {
  const version = headers['stripe-version']
  if (version === undefined || version === apiVersion) return
  const message = `Invalid Stripe API version: ${String(version)}. This sandbox speaks ${apiVersion} only.`
  throw new ApiError(400, { type: 'invalid_request_error', message })
}

type Answer = Pick<KeptAnswer, 'status' | 'body'>

const refusalAnswer = ({ status, body }: ApiError): Answer => ({ status, body: JSON.stringify({ error: body }) })

/** Runs a call and returns its answer, including refusals that keep their effect. */
function answerOf(run: () => object): Answer {
  try {
    return { status: 200, body: JSON.stringify(run()) }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.effective) throw error
    return refusalAnswer(error)
  }
}

const plannedError = { type: 'api_error', message: 'An unknown error occurred (planned by a test).' } as const
const rateLimit = {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Request rate limit exceeded (planned by a test).',
} as const

/** The call's idempotency key and the fingerprint compared with it. Read-only calls have none. */
function keyedCall(request: FastifyRequest): KeyedCall {
  const { method, body: form, headers } = request
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  const fingerprint = `${method} ${pathOf(request)}\n${JSON.stringify(form)}`
  return { key: key === undefined || key === '' ? undefined : String(key), fingerprint }
}

/**
 * The card provider's API under `/v1` (SBX-03): authentication, version, idempotency keys, parameters, `expand`, and the
 * faults that tests plan.
 */
export function cardApi(
  server: FastifyInstance,
  provider: CardProvider,
  { faults, secretKey }: { faults: Faults; secretKey: string },
): void {
  const keys = new IdempotencyKeys(provider)

  /** Performs an authenticated call. A keyed call stores its answer, refusals included, in the same transaction. */
  function perform(call: KeyedCall, requestId: string, work: () => object): KeptAnswer {
    try {
      return transaction(provider.database, () => {
        const result = { requestId, ...answerOf(work) }
        keys.keep(call, result)
        return result
      })
    } catch (thrown) {
      const error = asApiError(thrown)
      const refusal = { requestId, ...refusalAnswer(error) }
      if (error.kept) keys.keep(call, refusal)
      return refusal
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply, { method, answer }: CardCall) {
    const { fault, id: requestId } = request
    const values = (method === 'POST' ? request.body : request.query) as { expand?: string[] }
    const { id = '' } = request.params as { id?: string }
    const call = keyedCall(request)
    const stored = keys.claim(call)
    try {
      if (fault === 'hold') await faults.hold()
      const result =
        stored ??
        perform(call, requestId, () => {
          if (fault === 'error_kept') throw new ApiError(500, plannedError, { kept: true })
          return expand(provider, answer(provider, values as never, id), values.expand)
        })
      if (fault === 'lose_response') return cutConnection(reply)
      if (stored !== undefined) reply.headers({ 'idempotent-replayed': 'true', 'original-request': stored.requestId })
      return reply.code(result.status).send(result.body)
    } finally {
      if (stored === undefined) keys.release(call)
    }
  }

  server.register(
    async (api) => {
      acceptForms(api)
      api.decorateRequest('fault', undefined)
      api.addHook('onRequest', async (request, reply) => {
        applyElapsedTime(provider)
        const fault = faults.take({ provider: 'cards', method: request.method, path: pathOf(request) })
        if (fault === 'reset') return cutConnection(reply)
        if (fault === 'nonsense') return sendProxyErrorPage(reply)
        request.fault = fault
        reply.type('application/json').headers({ 'request-id': request.id, 'stripe-version': apiVersion })
        if (fault === 'error') throw new ApiError(500, plannedError)
        if (fault === 'rate_limit') throw new ApiError(429, rateLimit)
        checkKey(request, secretKey)
        return checkVersion(request)
      })
      api.addHook('preValidation', async (request) => {
        request.body ??= {}
      })
      for (const call of cardCalls) {
        const schema = call.method === 'POST' ? { body: call.takes } : { querystring: call.takes }
        api.route({
          method: call.method,
          url: call.path,
          schema,
          handler: (request, reply) => serve(request, reply, call),
        })
      }
      api.setNotFoundHandler(() => {
        throw new ApiError(404, { type: 'invalid_request_error', message: 'Unrecognized request URL.' })
      })
      api.setErrorHandler((thrown, _request, reply) => {
        const { status, body } = refusalAnswer(asApiError(thrown))
        return reply.code(status).type('application/json').send(body)
      })
    },
    { prefix: '/v1' },
  )
}

type Wire = Readonly<Record<string, unknown>>

/** Expands one field: its id becomes the object. Invoices contain their payments only when expanded. */
function expanded({ database, invoices }: CardProvider, object: Wire, field: string): unknown {
  if (object['object'] === 'invoice' && field === 'payments') {
    const { payment } = invoices.entry(String(object['id'])).hidden
    return { object: 'list', has_more: false, data: payment ? [payment] : [] }
  }
  const value = object[field]
  return typeof value === 'string' ? findObject(database, value) : value
}

function expandPath(provider: CardProvider, value: unknown, parts: readonly string[], path: string): unknown {
  const [field, ...rest] = parts
  if (field === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((each) => expandPath(provider, each, parts, path))
  const found = expanded(provider, value as Wire, field)
  if (typeof found !== 'object') throw invalidParameter(`This property cannot be expanded (${path}).`, 'expand')
  return { ...(value as Wire), [field]: expandPath(provider, found, rest, path) }
}

/**
 * Replaces ids by their objects, as the `expand` parameter asks: `payment_intent.latest_charge`, `data.customer`.
 *
 * @throws {ApiError} for an unknown path.
 */
function expand(provider: CardProvider, answer: object, paths: readonly string[] = []): object {
  return paths.reduce<object>((whole, path) => expandPath(provider, whole, path.split('.'), path) as object, answer)
}
