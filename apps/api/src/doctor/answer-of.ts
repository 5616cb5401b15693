/** Answers of a proxy for a product that is down. */
const productIsDown = [502, 503, 504]
/** Longest wait for an answer, in milliseconds: below a check's limit, so that its text names the address. */
const answerLimitMs = 10_000

/**
 * The answer of an address, without following redirects; without an answer the reason, such as `ECONNREFUSED` or `502`.
 */
export async function answerOf(url: string, init: RequestInit = {}): Promise<Response | string> {
  let answer: Response
  try {
    answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(answerLimitMs), ...init })
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: { code?: string } }
    return cause?.code ?? message
  }
  return productIsDown.includes(answer.status) ? String(answer.status) : answer
}

/** The finding of a check that needs the product, while the product is down. */
export const askAgain = (url: string, reason: string): string =>
  `${url} does not answer (${reason}): ask again once it does.`
