/** A call that was begun before the code of the app was there. */
export interface EarlyRequest {
  path: string
  token: string
  /** By the device's clock, in epoch milliseconds. */
  sentAt: number
  answer: Promise<{ response: Response; receivedAt: number }>
}

declare global {
  interface Window {
    begunCall?: EarlyRequest | undefined
  }
}

/**
 * Stands in the shells of a client's screens and runs before anything of them is drawn: shows what is theirs to people who
 * are signed in alone, and asks for the data of the screen, if `path` says which. Its source is written into the page, so it
 * uses nothing from outside.
 */
export function beginVisit(sessionKey: string, timeLimit: number, path: string | null): void {
  try {
    const token = localStorage.getItem(sessionKey)
    if (token === null) return
    document.documentElement.dataset.client = ''
    // What else the address asks for, the app knows.
    if (path === null || location.search !== '') return
    const sentAt = Date.now()
    const answer = fetch(path, {
      cache: 'no-store',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeLimit),
    }).then((response) => ({ response, receivedAt: Date.now() }))
    // Whoever takes it hears of a failure.
    answer.catch(() => undefined)
    window.begunCall = { path, token, sentAt, answer }
  } catch {
    // Without storage nobody is signed in.
  }
}

/** The call to this path with this token, if the page began it; once. */
export function takeEarlyRequest(path: string, token: string | undefined): EarlyRequest | undefined {
  const begun = window.begunCall
  if (begun === undefined || begun.path !== path || begun.token !== token) return undefined
  window.begunCall = undefined
  return begun
}
