import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { describe, expect, test } from 'vitest'
import { createSend, dropAfterSignOut } from './send.ts'
import type { ClockSample } from './server-clock.ts'

/** A server with one answer for every call; records the requests. */
function sendWithAnswer(answer: () => Response | Promise<Response>, token?: string) {
  const requests: Request[] = []
  const refusals: (string | undefined)[] = []
  const samples: ClockSample[] = []
  const send = createSend({
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted()
      requests.push(new Request(new URL(String(input), 'http://product.test'), init))
      return answer()
    },
    token: () => token,
    onRefusal: (usedToken) => refusals.push(usedToken),
    learn: (sample) => samples.push(sample),
  })
  return { send, requests, refusals, samples }
}

const read = { method: 'GET', path: apiPaths.me() } as const

describe('send', () => {
  test('[API-13] sends the bearer token and returns the JSON of the answer', async () => {
    const { send, requests } = sendWithAnswer(() => Response.json({ id: 'c1' }), 'token-1')
    await expect(send(read)).resolves.toEqual({ id: 'c1' })
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer token-1')
  })

  test('[FLOW-31] uses the request that the page began early, with its send and receive times', async () => {
    const samples: ClockSample[] = []
    const requests: unknown[] = []
    const date = new Date(Date.UTC(2026, 10, 21, 12))
    const response = Response.json({ id: 'c1' }, { headers: { date: date.toUTCString() } })
    const send = createSend({
      fetch: () => Promise.reject(new Error('sent twice')),
      earlyRequest(path, token) {
        requests.push([path, token])
        return { path, token, body: undefined, sentAt: 100, answer: Promise.resolve({ response, receivedAt: 300 }) }
      },
      token: () => 'token-1',
      onRefusal: () => undefined,
      learn: (sample) => samples.push(sample),
    })
    await expect(send(read)).resolves.toEqual({ id: 'c1' })
    expect(requests).toEqual([[read.path, 'token-1']])
    expect(samples).toEqual([{ date: date.getTime(), sentAt: 100, receivedAt: 300 }])
  })

  test('[API-01] throws a failed early request like any other failure', async () => {
    const send = createSend({
      fetch: () => Promise.reject(new Error('sent twice')),
      earlyRequest: (path) => ({
        path,
        token: 'token-1',
        body: undefined,
        sentAt: 0,
        answer: Promise.reject(new TypeError('Failed to fetch')),
      }),
      token: () => 'token-1',
      onRefusal: () => undefined,
      learn: () => undefined,
    })
    await expect(send(read)).rejects.toMatchObject({ status: 0, error_value: null })
  })

  test('[API-11] sends a write with its idempotency key and a JSON body', async () => {
    const { send, requests } = sendWithAnswer(() => Response.json({}))
    await send({ method: 'POST', path: apiPaths.orders(), body: { subject: 'History' }, idempotencyKey: 'key-1' })
    expect(requests[0]?.headers.get('idempotency-key')).toBe('key-1')
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    await expect(requests[0]?.json()).resolves.toEqual({ subject: 'History' })
  })

  test('[API-01] throws the {status, text, error_value, error_type} of a refusal', async () => {
    const { send } = sendWithAnswer(() =>
      Response.json({ text: 'Invalid email', error_value: 'email', error_type: 'email_invalid' }, { status: 422 }),
    )
    await expect(send(read)).rejects.toEqual({
      status: 422,
      text: 'Invalid email',
      error_value: 'email',
      error_type: 'email_invalid',
    })
  })

  test('[API-01] throws "Request JSON error" with the status of an answer that is not JSON', async () => {
    const { send } = sendWithAnswer(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(send(read)).rejects.toEqual({ status: 502, text: 'Request JSON error', error_value: null })
  })

  test('[API-01] throws a network error with its own text', async () => {
    const { send } = sendWithAnswer(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send(read)).rejects.toEqual({ status: 0, text: 'Failed to fetch', error_value: null })
  })

  test.each([{}, null, [], { message: 'no' }])(
    '[API-01] throws "Unknown error" for a failure of another shape, %j',
    async (body) => {
      const { send } = sendWithAnswer(() => Response.json(body, { status: 500 }))
      await expect(send(read)).rejects.toEqual({ status: 500, text: 'Unknown error', error_value: null })
    },
  )

  test.each([401, 403])('[AUTH-19] reports the refused token of a %i, and throws', async (status) => {
    const { send, refusals } = sendWithAnswer(
      () => Response.json({ text: 'Sign in', error_value: null }, { status }),
      'old',
    )
    await expect(send(read)).rejects.toMatchObject({ status })
    expect(refusals).toEqual(['old'])
  })

  test('[AUTH-19] reports no token for any other status', async () => {
    for (const status of [200, 400, 404, 409, 422, 429, 500, 503]) {
      const { send, refusals } = sendWithAnswer(
        () => Response.json({ text: 'x', error_value: null }, { status }),
        'token',
      )
      await send(read).catch(() => undefined)
      expect(refusals).toEqual([])
    }
  })

  test('[SAFE-03] resends a call beyond the session’s reach once the person has confirmed their identity', async () => {
    const requests: Request[] = []
    let token = 'narrow'
    let willConfirm = true
    const send = createSend({
      fetch: async (input, init) => {
        const request = new Request(new URL(String(input), 'http://product.test'), init)
        requests.push(request)
        const isWide = request.headers.get('authorization') === 'Bearer wide'
        const refusal = { text: 'Confirm', error_value: null, error_type: 'sign_in_needed' }
        return isWide ? Response.json({ id: 'c1' }) : Response.json(refusal, { status: 422 })
      },
      token: () => token,
      onRefusal: () => undefined,
      confirm: async () => {
        if (willConfirm) token = 'wide'
        return willConfirm
      },
      learn: () => undefined,
    })
    const write = { method: 'PATCH', path: apiPaths.me(), body: { nickname: 'Ann' }, idempotencyKey: 'key-1' } as const
    willConfirm = false
    await expect(send(write)).rejects.toMatchObject({ status: 422, error_type: 'sign_in_needed' })
    willConfirm = true
    await expect(send({ ...write, keepalive: true })).rejects.toMatchObject({ error_type: 'sign_in_needed' })
    requests.length = 0
    await expect(send(write)).resolves.toEqual({ id: 'c1' })
    const [first, second] = await Promise.all(
      requests.map(async (request) => [request.headers.get('idempotency-key'), await request.text()]),
    )
    expect(second).toEqual(first)
    expect(requests).toHaveLength(2)
  })

  test('[SAFE-03][AUTH-15] resends no call as another person who signed in meanwhile', async () => {
    const tokens: (string | null)[] = []
    let person = 'ann'
    const send = createSend({
      fetch: async (_, init) => {
        tokens.push(new Headers(init?.headers).get('authorization'))
        // A link in another tab replaces the session while the call is on its way.
        person = 'bob'
        return Response.json({ text: 'Confirm', error_value: null, error_type: 'sign_in_needed' }, { status: 422 })
      },
      token: () => person,
      person: () => person,
      onRefusal: () => undefined,
      confirm: () => Promise.resolve(true),
      learn: () => undefined,
    })
    const write = { method: 'PATCH', path: apiPaths.me(), body: { action: 'delete_account' } } as const
    await expect(send(write)).rejects.toMatchObject({ error_type: 'sign_in_needed' })
    expect(tokens).toEqual(['Bearer ann'])
  })

  test('rethrows the caller’s own abort instead of a failed call', async () => {
    const { send } = sendWithAnswer(() => Response.json({}))
    const caller = new AbortController()
    caller.abort()
    await expect(send({ ...read, signal: caller.signal })).rejects.toBe(caller.signal.reason)
  })

  test('[FLOW-31] learns the server clock from answers that cannot come from a cache', async () => {
    const date = 'Sat, 21 Nov 2026 05:00:00 GMT'
    const { send, samples, requests } = sendWithAnswer(() => Response.json({}, { headers: { date } }))
    await send(read)
    await send({ method: 'GET', path: apiPaths.pricing() })
    expect(samples.map((sample) => sample.date)).toEqual([Date.parse(date)])
    expect(requests.map((request) => request.cache)).toEqual(['no-store', 'default'])
  })
})

test('[AUTH-15] drops the answer to a person who has signed out meanwhile, but not that of a sign-in', async () => {
  let person: string | undefined
  const { send } = sendWithAnswer(() => {
    person = undefined
    return Response.json({ id: 'c1' })
  })
  const guarded = dropAfterSignOut(send, () => person)
  await expect(guarded(read)).resolves.toEqual({ id: 'c1' })
  person = 'client-1'
  await expect(guarded(read)).rejects.toMatchObject({ status: 401 })
  person = 'client-1'
  await expect(guarded({ method: 'POST', path: apiPaths.factorAuth() })).resolves.toEqual({ id: 'c1' })
})
