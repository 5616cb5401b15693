import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Faults } from '../../faults.ts'
import { answerNonsense, cutConnection, pathOf, takeForms } from '../../http/http-server.ts'
import { ParameterError } from '../../http/parameters.ts'
import { randomId } from '../../random-id.ts'
import { transaction } from '../../storage/database.ts'
import { API_VERSION } from '../objects/event.ts'
import { letTimePass } from '../passing-time.ts'
import type { CardProvider } from '../provider.ts'
import { ApiError, invalidParameter } from './api-error.ts'
import type { ApiRoute } from './api-route.ts'
import { expand } from './expand.ts'
import { IdempotencyKeys, type KeptAnswer, type KeyedCall } from './idempotency.ts'

function checkKey({ headers }: FastifyRequest, secretKey: string): void {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ', 2)
  const key =
    scheme === 'Bearer' ? value : scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : ''
  if (key === secretKey) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}***`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

function checkVersion({ headers }: FastifyRequest): void {
  const version = headers['stripe-version']
  if (version === undefined || version === API_VERSION) return
  const message = `Invalid Stripe API version: ${String(version)}. This sandbox speaks ${API_VERSION} only.`
  throw new ApiError(400, { type: 'invalid_request_error', message })
}

/** Every refusal as the error of the wire; anything else is a fault of the sandbox's own. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof ParameterError) return invalidParameter(error.message, error.parameter, error.code)
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  if (statusCode < 500) return new ApiError(400, { type: 'invalid_request_error', message })
  console.error(error)
  return new ApiError(500, { type: 'api_error', message: 'The sandbox failed; see its log.' })
}

type Answer = Pick<KeptAnswer, 'status' | 'body'>

const refusalAnswer = ({ status, body }: ApiError): Answer => ({
  status,
  body: JSON.stringify({ error: body }, null, 2),
})

/** The answer of a call, also when it is a refusal that leaves something behind. */
function answerOf(run: () => object): Answer {
  try {
    return { status: 200, body: JSON.stringify(run(), null, 2) }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.effective) throw error
    return refusalAnswer(error)
  }
}

const PLANNED_ERROR = { type: 'api_error', message: 'An unknown error occurred (planned by a test).' } as const
const RATE_LIMIT = {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Request rate limit exceeded (planned by a test).',
} as const

const unknownCall: ApiRoute['answer'] = () => {
  throw new ApiError(404, { type: 'invalid_request_error', message: 'Unrecognized request URL.' })
}

function expandPaths(form: unknown): string[] {
  const { expand: paths } = (form ?? {}) as { expand?: unknown }
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
}

/**
 * The card provider's API under `/v1` (SBX-03): authentication, version, idempotency keys, parameters, `expand`, and the
 * faults that tests plan.
 */
export function cardApi(
  server: FastifyInstance,
  provider: CardProvider,
  { routes, faults, secretKey }: { routes: readonly ApiRoute[]; faults: Faults; secretKey: string },
): void {
  const keys = new IdempotencyKeys(provider.database, provider.clock)

  /** The answer to a call that was let in, also when it is a refusal. A keyed call keeps it in the same transaction. */
  function perform(call: KeyedCall, requestId: string, work: (form: unknown) => object): KeptAnswer {
    const { key, form } = call
    try {
      return transaction(provider.database, () =>
        provider.log.causedBy({ id: requestId, idempotency_key: key ?? null }, () => {
          const done = { requestId, ...answerOf(() => expand(provider, work(form), expandPaths(form))) }
          keys.keep(call, done)
          return done
        }),
      )
    } catch (thrown) {
      const error = asApiError(thrown)
      const refusal = { requestId, ...refusalAnswer(error) }
      if (error.kept) keys.keep(call, refusal)
      return refusal
    }
  }

  async function serve(request: FastifyRequest, reply: FastifyReply, answer: ApiRoute['answer']) {
    letTimePass(provider)
    const requestId = randomId('req_', 14)
    const path = pathOf(request)
    const fault = faults.take({ provider: 'cards', method: request.method, path })
    if (fault === 'reset') return cutConnection(reply)
    if (fault === 'nonsense') return answerNonsense(reply)
    reply.type('application/json').headers({ 'request-id': requestId, 'stripe-version': API_VERSION })
    if (fault === 'error') throw new ApiError(500, PLANNED_ERROR)
    if (fault === 'rate_limit') throw new ApiError(429, RATE_LIMIT)
    checkKey(request, secretKey)
    checkVersion(request)
    const header = request.headers['idempotency-key']
    const key = request.method === 'POST' && typeof header === 'string' && header !== '' ? header : undefined
    const call = { key, method: request.method, path, form: request.method === 'POST' ? request.body : request.query }
    const { id = '' } = request.params as { id?: string }
    const work = (form: unknown): object => {
      if (fault === 'error_kept') throw new ApiError(500, PLANNED_ERROR, { kept: true })
      return answer(provider, form, id)
    }
    const kept = keys.claim(call)
    try {
      if (fault === 'hold') await faults.hold()
      const done = kept ?? perform(call, requestId, work)
      if (fault === 'lose_response') return cutConnection(reply)
      if (key !== undefined) reply.header('idempotency-key', key)
      if (kept !== undefined) reply.headers({ 'idempotent-replayed': 'true', 'original-request': kept.requestId })
      return reply.code(done.status).send(done.body)
    } finally {
      if (kept === undefined) keys.release(call)
    }
  }

  server.register(
    async (api) => {
      takeForms(api)
      for (const { method, path, answer } of routes) {
        api.route({ method, url: path, handler: (request, reply) => serve(request, reply, answer) })
      }
      api.setNotFoundHandler((request, reply) => serve(request, reply, unknownCall))
      api.setErrorHandler((thrown, _request, reply) => {
        const { status, body } = refusalAnswer(asApiError(thrown))
        return reply.code(status).type('application/json').send(body)
      })
    },
    { prefix: '/v1' },
  )
}
