import type { Faults } from '../../faults.ts'
import { FormEncodingError, parseForm } from '../../http/form-encoding.ts'
import {
  CUT_CONNECTION,
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
  matchPath,
} from '../../http/http-server.ts'
import { ParameterError } from '../../http/parameters.ts'
import { NONSENSE } from '../../http/replies.ts'
import { randomId } from '../../random-id.ts'
import { transaction } from '../../storage/database.ts'
import { API_VERSION } from '../objects/event.ts'
import { letTimePass } from '../passing-time.ts'
import type { CardProvider } from '../provider.ts'
import { ApiError, fromParameterError } from './api-error.ts'
import type { ApiRoute } from './api-route.ts'
import { expand } from './expand.ts'
import { IdempotencyKeys, type KeptAnswer, type KeyedCall } from './idempotency.ts'

const FORM = 'application/x-www-form-urlencoded'

function checkKey(request: HttpRequest, secretKey: string): void {
  const authorization = request.headers.authorization ?? ''
  const [scheme, value = ''] = authorization.split(' ', 2)
  const key =
    scheme === 'Bearer' ? value : scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0] : ''
  if (key === secretKey) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}***`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

function checkVersion(request: HttpRequest): void {
  const version = request.headers['stripe-version']
  if (version === undefined || version === API_VERSION) return
  const message = `Invalid Stripe API version: ${String(version)}. This sandbox speaks ${API_VERSION} only.`
  throw new ApiError(400, { type: 'invalid_request_error', message })
}

function checkContentType(request: HttpRequest): void {
  const type = request.headers['content-type'] ?? FORM
  if (request.method !== 'POST' || request.body === '' || type.startsWith(FORM)) return
  const message = `Invalid request (check that your POST content type is ${FORM}).`
  throw new ApiError(400, { type: 'invalid_request_error', message })
}

function findRoute(routes: readonly ApiRoute[], request: HttpRequest) {
  for (const route of routes) {
    const parts = route.method === request.method ? matchPath(route.path, request.url.pathname) : undefined
    if (parts) return { route, parts }
  }
  const message = `Unrecognized request URL (${request.method}: ${request.url.pathname}).`
  throw new ApiError(404, { type: 'invalid_request_error', message })
}

/** Every refusal as the error of the wire; anything else is a fault of the sandbox's own. */
function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof ParameterError) return fromParameterError(error)
  if (error instanceof FormEncodingError) {
    return new ApiError(400, { type: 'invalid_request_error', message: error.message })
  }
  console.error(error)
  return new ApiError(500, { type: 'api_error', message: 'The sandbox failed; see its log.' })
}

/**
 * The card provider's API under `/v1/` (SBX-03): authentication, version, idempotency keys, parameters, `expand`, and
 * the faults that tests plan.
 */
export function cardApi(
  provider: CardProvider,
  routes: readonly ApiRoute[],
  faults: Faults,
  secretKey: string,
): HttpHandler {
  const keys = new IdempotencyKeys(provider.database, provider.clock)

  /** Does the work once; a keyed call keeps its answer in the same transaction. */
  function perform(request: HttpRequest, requestId: string, key: string | undefined): KeptAnswer {
    const { method, url, body } = request
    return transaction(provider.database, () =>
      provider.log.causedBy({ id: requestId, idempotency_key: key ?? null }, () => {
        const { route, parts } = findRoute(routes, request)
        const form = parseForm(method === 'POST' ? body : url.search.slice(1))
        const done = {
          requestId,
          ...answerOf(() => expand(provider, route.answer(provider, parts, form), expandPaths(form['expand']))),
        }
        if (key) keys.keep(key, keyedCall(request), done)
        return done
      }),
    )
  }

  /** The answer to a call that was let in, also when it is a refusal. */
  function answer(request: HttpRequest, requestId: string, key: string | undefined, broken: boolean): KeptAnswer {
    try {
      if (broken) throw new ApiError(500, PLANNED_ERROR, { kept: true })
      return perform(request, requestId, key)
    } catch (thrown) {
      const error = asApiError(thrown)
      const refusal = { requestId, ...refusalAnswer(error) }
      if (key && error.kept) keys.keep(key, keyedCall(request), refusal)
      return refusal
    }
  }

  return async (request) => {
    letTimePass(provider)
    const requestId = randomId('req_', 14)
    const fault = faults.take('cards', request.method, request.url.pathname)
    if (fault === 'reset') return CUT_CONNECTION
    if (fault === 'nonsense') return NONSENSE
    const headers = { 'content-type': 'application/json', 'request-id': requestId, 'stripe-version': API_VERSION }
    const reply = (status: number, body: string, more: Record<string, string> = {}): HttpReply => ({
      status,
      headers: { ...headers, ...more },
      body,
    })
    const header = request.headers['idempotency-key']
    const key = request.method === 'POST' && typeof header === 'string' && header !== '' ? header : undefined
    let claimed = false
    try {
      if (fault === 'error') throw new ApiError(500, PLANNED_ERROR)
      if (fault === 'rate_limit') throw new ApiError(429, RATE_LIMIT)
      checkKey(request, secretKey)
      checkVersion(request)
      checkContentType(request)
      const kept = key && keys.claim(key, keyedCall(request))
      claimed = key !== undefined && !kept
      if (fault === 'hold') await faults.hold()
      const done = kept || answer(request, requestId, key, fault === 'error_kept')
      if (fault === 'lose_response') return CUT_CONNECTION
      return reply(done.status, done.body, {
        ...(key && { 'idempotency-key': key }),
        ...(kept && { 'idempotent-replayed': 'true', 'original-request': kept.requestId }),
      })
    } catch (thrown) {
      const { status, body } = refusalAnswer(asApiError(thrown))
      return reply(status, body)
    } finally {
      if (key && claimed) keys.release(key)
    }
  }
}

/** The answer of a call, also when it is a refusal that leaves something behind. */
function answerOf(run: () => object): { status: number; body: string } {
  try {
    return { status: 200, body: JSON.stringify(run(), null, 2) }
  } catch (error) {
    if (!(error instanceof ApiError) || !error.effective) throw error
    return refusalAnswer(error)
  }
}

function refusalAnswer({ status, body }: ApiError): { status: number; body: string } {
  return { status, body: JSON.stringify({ error: body }, null, 2) }
}

const PLANNED_ERROR = { type: 'api_error', message: 'An unknown error occurred (planned by a test).' } as const
const RATE_LIMIT = {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Request rate limit exceeded (planned by a test).',
} as const

function keyedCall({ method, url, body }: HttpRequest): KeyedCall {
  return { method, path: url.pathname, body }
}

function expandPaths(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string') : []
}
