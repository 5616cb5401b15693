import { apiPaths } from '@nerdify/contract/api-paths.ts'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'

/** A call as a story sees it; the body as it was sent, from JSON. */
interface AskedCall {
  method: string
  body: unknown
}

/** What a story answers to a call: a body, a promise of one, a refusal; nothing for a failure of the server. */
type AnswerOf = (address: URL, call: AskedCall) => unknown

/** A failed answer (API-01), for a story. */
export const aRefusal = (status: number, text: string, more: Partial<ErrorBody> = {}): Response =>
  Response.json({ text, error_value: null, ...more } satisfies ErrorBody, { status })

/** An answer that does not come while the story is looked at. */
export const noAnswerYet = (): Promise<never> => new Promise(() => undefined)

const isCall = (url: string) => url.startsWith('/api/') || url.startsWith(apiPaths.visitor())

/** Answers the calls of a story in the place of the product. Answers the function that puts the browser's own `fetch` back. */
export function answerCalls(answerOf: AnswerOf): () => void {
  const real = window.fetch
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!isCall(url)) return real(input, init)
    const { method = 'GET', body } = init ?? {}
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const answer = await answerOf(new URL(url, location.href), { method, body: sent })
    if (answer instanceof Response) return answer
    return answer === undefined ? aRefusal(503, 'Not now') : Response.json(answer)
  }
  return () => {
    window.fetch = real
  }
}
