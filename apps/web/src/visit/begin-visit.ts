import type { EarlyRequest } from '@nerdify/browser/send.ts'

declare global {
  interface Window {
    begunCalls?: EarlyRequest[] | undefined
  }
}

/**
 * Begins a call that the app takes over ({@link takeEarlyRequest}). The source of this function and of those below is
 * inlined in pages, so they use nothing from outside.
 *
 * @param timeLimit in ms
 */
export function beginCall(timeLimit: number, path: string, token?: string, body?: string): EarlyRequest['answer'] {
  const sentAt = Date.now()
  const answer = fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    cache: 'no-store',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(timeLimit),
    ...(body !== undefined && { body }),
  }).then((response) => ({ response, receivedAt: Date.now() }))
  // The caller that takes the request handles its failure.
  answer.catch(() => undefined)
  window.begunCalls = [...(window.begunCalls ?? []), { path, token, body, sentAt, answer }]
  return answer
}

/**
 * Runs inline in the shells of a client's screens, before the first paint: shows the client's elements to signed-in
 * people only, and requests the screen's data if `path` names it.
 */
export function beginVisit(begin: typeof beginCall, sessionKey: string, timeLimit: number, path: string | null): void {
  try {
    const token = localStorage.getItem(sessionKey)
    if (token === null) return
    document.documentElement.dataset.client = ''
    // Only the app knows which data a query string needs.
    if (path !== null && location.search === '') void begin(timeLimit, path, token)
  } catch {
    // Without storage no person is signed in.
  }
}

/**
 * Runs inline in the shell of `/authkey/{shortKey}`: signs in with the key, then prefetches the data of the page that
 * it leads to (EASE-01). A texted key, unlike a mailed one, works more than once, so nothing is lost if the app never
 * loads.
 *
 * @param paths of the sign-in call, and of the data by the address's `next` ('' for no `next`)
 */
export function beginTextedLink(
  begin: typeof beginCall,
  keys: { session: string; origin: string },
  timeLimit: number,
  paths: { signIn: string; data: Readonly<Record<string, string | undefined>> },
): void {
  let token: string | undefined
  try {
    // The call must carry the visitor's origin (REF-04); the app sends it.
    if (localStorage.getItem(keys.origin) !== null) return
    token = localStorage.getItem(keys.session) ?? undefined
  } catch {
    // Without storage no person is signed in.
  }
  const link = {
    type: 'check_code',
    factor: 'key',
    value: location.pathname.split('/')[2],
    timezone_str: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ask_to_switch: true,
  }
  const data = paths.data[new URLSearchParams(location.search).get('next') ?? '']
  begin(timeLimit, paths.signIn, token, JSON.stringify(link))
    .then(({ response }) => response.clone().json() as Promise<{ jwt?: string }>)
    .then(
      ({ jwt }) => {
        if (jwt !== undefined && data !== undefined) void begin(timeLimit, data, jwt)
      },
      // The app shows the error.
      () => undefined,
    )
}

/** The early call with this path, token and body; each call is taken once. */
export function takeEarlyRequest(path: string, token?: string, body?: string): EarlyRequest | undefined {
  const request = window.begunCalls?.find((call) => call.path === path && call.token === token && call.body === body)
  if (request !== undefined) window.begunCalls = window.begunCalls?.filter((call) => call !== request)
  return request
}
