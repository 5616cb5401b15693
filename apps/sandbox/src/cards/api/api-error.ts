import type { Decline } from '../test-cards.ts'

/** The `error` object of an answer, as far as the sandbox fills it. */
export interface ApiErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
}

/**
 * A refusal on the card provider's wire.
 *
 * `effective` keeps what the call did before the refusal, such as the record of a declined charge; other refusals
 * roll back. `kept` stores the refusal under the idempotency key: the provider stores refusals of the work, but not
 * failed checks of parameters.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ApiErrorBody
  readonly kept: boolean
  readonly effective: boolean

  constructor(status: number, body: ApiErrorBody, options: { kept?: boolean; effective?: boolean } = {}) {
    super(body.message)
    this.status = status
    this.body = body
    this.kept = options.kept ?? false
    this.effective = options.effective ?? false
  }
}

/** 400: a parameter is missing, unknown or wrong. */
export function invalidParameter(message: string, param: string, code?: string | undefined): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) })
}

/** 402: the bank declined. `effective` as in {@link ApiError}. */
export function declinedCall(decline: Decline, { effective }: { effective: boolean }): ApiError {
  return new ApiError(402, { type: 'card_error', ...decline }, { kept: true, effective })
}

/** 400: valid parameters, but the object's state forbids the call. */
export function refusedByState(message: string, code?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...(code && { code }) }, { kept: true })
}

/** 404: unknown id. `param` names the parameter that contains it. */
export function resourceMissing(object: string, id: string, param: string): ApiError {
  const message = `No such ${object}: '${id}'`
  return new ApiError(404, { type: 'invalid_request_error', message, code: 'resource_missing', param })
}

/** 404: an ended subscription has no upcoming invoice to preview. */
export function noUpcomingInvoice(customer: string): ApiError {
  const message = `No upcoming invoices for customer: ${customer}`
  return new ApiError(404, { type: 'invalid_request_error', message, code: 'invoice_upcoming_none' })
}
