import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import { visible } from '@nerdify/domain/input/visible-text.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '../../database/transaction.ts'
import { ProviderUnavailable } from '../../ports.ts'
import { notFound, Refusal } from '../refusal.ts'

interface ValidationProblem {
  instancePath: string
  message?: string
  keyword?: string
  params?: Record<string, unknown>
}

/** The answer while the database or a provider is unreachable, or the disk is full. */
export const unavailableText = 'We can’t do this right now. Please try again in a moment.'
/** `Retry-After` in seconds while the database or a provider is unreachable, or the disk is full. */
const unavailableRetrySeconds = 5

/** Answers every failure as {text, error_value, error_type?} (API-01); bad input is 400 or 422, never 500 (API-10). */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(reply, error)
    if ('validation' in error && error.validation) {
      // A malformed id in the path is answered as an unknown one (SAFE-01).
      if (error.validationContext === 'params') return answerUnknownCall(request, reply)
      return sendRefusal(reply, refusalOfValidation(error.validation as ValidationProblem[], error.validationContext))
    }
    if (isUnavailable(error) || error instanceof ProviderUnavailable) {
      request.log.warn({ err: error }, 'unavailable')
      return sendRefusal(
        reply,
        new Refusal(503, unavailableText, {
          type: 'unavailable',
          retryAfter: unavailableRetrySeconds,
        }),
      )
    }
    // Only errors of the framework concern the request; a provider's 4xx is our own fault.
    if (isOfFramework(error) && error.statusCode < 500) return sendRefusal(reply, refusalOfFramework(error))
    request.log.error({ err: error }, 'failed')
    return sendRefusal(
      reply,
      new Refusal(500, 'Something went wrong on our side. Please try again.', { type: 'internal' }),
    )
  })
}

/** Answers requests that the framework refuses before any handler, such as an unreadable URL. */
export function answerFrameworkError(error: FastifyError, _request: unknown, reply: { code: unknown }): void {
  sendRefusal(reply as FastifyReply, refusalOfFramework(error as FrameworkError))
}

/** Sends a refusal with the request id that the log also has (OPS-03). */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  const body: ErrorBody = {
    text: refusal.text,
    error_value: refusal.errorValue,
    ...(refusal.errorType === undefined ? {} : { error_type: refusal.errorType }),
  }
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .header('x-request-id', reply.request.id)
    .type('application/json')
    .send(JSON.stringify(body))
}

function refusalOfValidation(problems: ValidationProblem[], where: string | undefined): Refusal {
  const problem = problems.find(({ keyword }) => keyword !== 'anyOf') ?? problems[0]
  const { additionalProperties, requiredProperties } = problem?.params ?? {}
  const path = (problem?.instancePath ?? '').slice(1).replaceAll('/', '.')
  const named = [additionalProperties, requiredProperties].find(Array.isArray)?.join(', ') ?? ''
  const field = [path, named].filter((part) => part !== '').join('.') || (where ?? 'body')
  return new Refusal(422, `${field} ${faultOf(problem)}`, { type: 'invalid_request', value: field })
}

const counted = new Intl.NumberFormat('en-US')

/** The words before a number's limit, by the keyword of the schema. */
const limitTexts: Readonly<Record<string, string>> = {
  maximum: 'must be at most',
  minimum: 'must be at least',
  exclusiveMaximum: 'must be less than',
  exclusiveMinimum: 'must be more than',
}

function faultOf(problem: ValidationProblem | undefined): string {
  const { additionalProperties, requiredProperties, pattern, limit } = problem?.params ?? {}
  if (Array.isArray(additionalProperties) || problem?.keyword === 'boolean') return 'is not a field that can be sent'
  if (Array.isArray(requiredProperties)) return 'is missing'
  if (pattern === visible.source) return 'needs words that can be seen'
  if (problem?.keyword === 'maxLength') return `is too long: at most ${counted.format(Number(limit))} characters`
  const limitText = limitTexts[problem?.keyword ?? '']
  return limitText === undefined
    ? (problem?.message ?? 'is not valid')
    : `${limitText} ${counted.format(Number(limit))}`
}

type FrameworkError = FastifyError & { statusCode: number }

function isOfFramework(error: FastifyError | Error): error is FrameworkError {
  if (!('statusCode' in error)) return false
  return error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('FST_'))
}

function refusalOfFramework(error: FrameworkError): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(422, 'The request is too large.', { type: 'too_large', value: 'body' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(422, 'The body must be JSON.', { type: 'invalid_request', value: 'content-type' })
    case 'FST_ERR_NOT_FOUND':
    case 'FST_ERR_BAD_URL':
      return notFound()
    default:
      return new Refusal(error.statusCode, error.statusCode === 400 ? 'The body is not valid JSON.' : error.message, {
        type: 'invalid_request',
        value: 'body',
      })
  }
}

/** Answers an unknown path of the API. */
export function answerUnknownCall(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, notFound())
}
