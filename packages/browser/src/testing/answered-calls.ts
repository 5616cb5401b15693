import { apiPaths, idempotencyHeader } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'

/** A call with its parsed JSON body and its idempotency key. */
export interface Call {
  method: string
  body: unknown
  key: string | null
}

/** Answers a story's call: a body, its promise or a refusal; undefined for a server failure. */
type AnswerOf = (address: URL, call: Call) => unknown

/** A failed answer (API-01), for a story. */
export const aRefusal = (status: number, text: string, fields: Partial<ErrorBody> = {}): Response =>
  Response.json({ text, error_value: null, ...fields } satisfies ErrorBody, { status })

/** An answer that never arrives. */
export const noAnswerYet = (): Promise<never> => new Promise(() => undefined)

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith(apiPaths.visitor())

/** Answers the calls of a story instead of the API; the returned function restores the browser's own `fetch`. */
export function answerCalls(answerOf: AnswerOf): () => void {
  const browserFetch = window.fetch
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!isCall(url)) return browserFetch(input, init)
    const { method = 'GET', body } = init ?? {}
    const json: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const key = new Headers(init?.headers).get(idempotencyHeader)
    const answer = await answerOf(new URL(url, location.href), { method, body: json, key })
    if (answer instanceof Response) return answer
    return answer === undefined ? aRefusal(503, 'Not now') : Response.json(answer)
  }
  return () => {
    window.fetch = browserFetch
  }
}
