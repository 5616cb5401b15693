import type { Call, Send } from '@nerdify/contract/api-client.ts'
import { apiPaths, idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { CallError, ErrorBody } from '@nerdify/contract/error-body.ts'
import { requestJsonErrorText, signInNeeded, unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { asCallError } from './call-error.ts'
import type { ClockSample } from './server-clock.ts'

/** A call that the page began before the app's code loaded. */
export interface EarlyRequest {
  path: string
  token: string | undefined
  /** The JSON of a POST; undefined for a GET. */
  body: string | undefined
  /** By the device's clock, in epoch milliseconds. */
  sentAt: number
  answer: Promise<{ response: Response; receivedAt: number }>
}

export interface SendDependencies {
  fetch: typeof fetch
  /** The call with this path, token and JSON, if the page began it before the code loaded. */
  earlyRequest?: (path: string, token?: string, body?: string) => EarlyRequest | undefined
  /** The bearer token; undefined for a signed-out person. */
  token: () => string | undefined
  /** The id of the signed-in person, if another one may sign in during a call. */
  person?: () => string | undefined
  /** Called with the token of a call that was answered 401 or 403 (AUTH-19). */
  onRefusal: (token: string | undefined) => void
  /** Asks the person to confirm their identity, for a call beyond the session's reach (SAFE-03). */
  confirm?: () => Promise<boolean>
  /** Called with the server's clock from each uncached answer (FLOW-31). */
  learn: (sample: ClockSample) => void
}

/** Timeout of a call (ux 54). */
export const callTimeoutMs = 20_000

/** Paths whose answers any cache may keep (PRICE-04). */
const cacheablePaths: readonly string[] = [apiPaths.pricing(), apiPaths.servicePrices(), apiPaths.lateCredit()]

const failure = (status: number, text: string): CallError => ({ status, text, error_value: null })

/** The body of a failed answer in the form of API-01; any other shape is an "Unknown error". */
function failureOf(status: number, body: unknown): CallError {
  const { text, error_value, error_type } = (body ?? {}) as Partial<ErrorBody>
  if (typeof text !== 'string') return failure(status, unknownErrorText)
  return { status, text, error_value: error_value ?? null, ...(error_type !== undefined && { error_type }) }
}

/** The browser sets the content type of a form's body. */
const isForm = (body: unknown) => body instanceof URLSearchParams

const optionsOf = (
  { method, path, body, idempotencyKey, signal, keepalive }: Call,
  token: string | undefined,
): RequestInit => {
  const timeout = AbortSignal.timeout(callTimeoutMs)
  return {
    method,
    cache: cacheablePaths.includes(path) ? 'default' : 'no-store',
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && !isForm(body) && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: isForm(body) ? body : JSON.stringify(body) }),
    ...(keepalive === true && { keepalive }),
  }
}

/**
 * Creates the function that sends one call and returns its JSON.
 * - Throws every failure as a plain `CallError` (API-01), except the abort of the caller's own signal.
 * - Is the only place that reports a 401 or 403 (AUTH-19).
 * - Retries a call beyond the session's reach once the person has signed in again; its caller just waits longer
 *   (SAFE-03). Never as another person.
 */
export function createSend({ fetch, earlyRequest, token, person, onRefusal, confirm, learn }: SendDependencies): Send {
  const sendOnce = async <Answer>(call: Call): Promise<Answer> => {
    const usedToken = token()
    const early = earlyRequest?.(call.path, usedToken, call.body === undefined ? undefined : JSON.stringify(call.body))
    const sentAt = early?.sentAt ?? Date.now()
    try {
      const { response, receivedAt } = (await early?.answer) ?? {
        response: await fetch(call.path, optionsOf(call, usedToken)),
        receivedAt: Date.now(),
      }
      const date = Date.parse(response.headers.get('date') ?? '')
      if (!cacheablePaths.includes(call.path) && !Number.isNaN(date)) learn({ date, sentAt, receivedAt })
      if (response.status === 401 || response.status === 403) onRefusal(usedToken)
      const body: unknown = await response.json().catch((thrown: unknown) => {
        throw thrown instanceof SyntaxError ? failure(response.status, requestJsonErrorText) : thrown
      })
      if (!response.ok) throw failureOf(response.status, body)
      return body as Answer
    } catch (thrown) {
      if (call.signal?.aborted) throw thrown
      throw asCallError(thrown)
    }
  }

  return async <Answer>(call: Call): Promise<Answer> => {
    const usedToken = token()
    const sender = person?.()
    try {
      return await sendOnce(call)
    } catch (thrown) {
      // The page of a `keepalive` call is closing, so it cannot ask the person.
      if ((thrown as CallError).error_type !== signInNeeded || confirm === undefined || call.keepalive) throw thrown
      // Another call may have changed the token meanwhile: then retry without asking.
      if ((token() === usedToken && !(await confirm())) || person?.() !== sender) throw thrown
      return sendOnce(call)
    }
  }
}

/**
 * Rejects an answer whose person has signed out meanwhile, so that no cache keeps it (AUTH-15). A sign-in's answer
 * begins the next session, also over another person's.
 *
 * @param person the id of the signed-in person
 */
export function dropAfterSignOut(send: Send, person: () => string | undefined): Send {
  return async <Answer>(call: Call): Promise<Answer> => {
    const sender = call.path === apiPaths.factorAuth() ? undefined : person()
    const answer = await send<Answer>(call)
    if (sender !== undefined && sender !== person()) throw failure(401, unknownErrorText)
    return answer
  }
}
