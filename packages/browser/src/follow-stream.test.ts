import { expect, test, vi } from 'vitest'
import { type StreamDependencies, followStream, silenceMs } from './follow-stream.ts'

/** Follows streams that the test writes, one per connection; a number is an answer with this status. */
function followAnswers(...answers: (readonly string[] | number | 'no answer')[]) {
  const abort = new AbortController()
  const received = {
    lastIds: [] as (string | undefined)[],
    changed: [] as string[][],
    messages: 0,
    reloads: 0,
    pauses: [] as number[],
  }
  let lastId: string | undefined
  const dependencies: StreamDependencies = {
    async open(from) {
      received.lastIds.push(from)
      const answer = answers.shift()
      if (answer === 'no answer') throw new TypeError('Failed to fetch')
      if (typeof answer === 'number') return new Response(null, { status: answer })
      return new Response(new Blob([...(answer ?? [])]).stream())
    },
    lastId: {
      get: () => lastId,
      set: (id) => {
        lastId = id
      },
    },
    on: {
      changed: (orderIds) => received.changed.push([...orderIds]),
      messages: () => {
        received.messages += 1
      },
    },
    reload: () => {
      received.reloads += 1
    },
    async pause(ms) {
      received.pauses.push(ms)
      if (answers.length === 0) abort.abort()
    },
  }
  return { received, done: followStream(dependencies, abort.signal) }
}

const changed = (id: number, ...orders: string[]) => `id: ${id}\nevent: changed\ndata: ${JSON.stringify(orders)}\n\n`

test('[CAB-08] reports changes, and resumes a broken stream at its last message', async () => {
  const { received, done } = followAnswers(
    [': open\n\n', changed(1, 'a', 'b'), 'id: 2\n: still here\n\n'],
    [changed(3, 'c').slice(0, 20), changed(3, 'c').slice(20)],
  )
  await done
  expect(received.changed).toEqual([['a', 'b'], ['c']])
  expect(received.lastIds).toEqual([undefined, '2'])
  expect(received.reloads).toBe(0)
})

test('[TALK-02] reports new messages separately from order changes', async () => {
  const { received, done } = followAnswers(['id: 1\nevent: messages\ndata: ["a"]\n\n'])
  await done
  expect(received).toMatchObject({ messages: 1, changed: [], reloads: 0 })
})

test('[CAB-08] reloads everything when the server reports that too much was missed', async () => {
  const { received, done } = followAnswers(['id: 9\nevent: reload\ndata: []\n\n'])
  await done
  expect(received).toMatchObject({ reloads: 1, changed: [] })
})

test('[CAB-08] polls the list with backoff until the stream opens', async () => {
  const { received, done } = followAnswers('no answer', 429, 503, 'no answer', 500, 'no answer', [changed(1, 'a')])
  await done
  expect(received.reloads).toBe(6)
  expect(received.pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000])
  expect(received.changed).toEqual([['a']])
})

test('[CAB-08][AUTH-19] stops following when the session is refused', async () => {
  const { received, done } = followAnswers(401, [changed(1, 'a')])
  await done
  expect(received).toMatchObject({ changed: [], reloads: 0, pauses: [] })
})

test('[CAB-08] closes a silent stream', async () => {
  vi.useFakeTimers()
  try {
    const abort = new AbortController()
    let streamSignal: AbortSignal | undefined
    const done = followStream(
      {
        open: (_from, signal) => {
          streamSignal = signal
          return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        },
        lastId: { get: () => undefined, set: () => undefined },
        on: {},
        reload: () => abort.abort(),
        pause: async () => undefined,
      },
      abort.signal,
    )
    await vi.advanceTimersByTimeAsync(silenceMs - 1)
    expect(streamSignal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(streamSignal?.aborted).toBe(true)
    abort.abort()
    await done
  } finally {
    vi.useRealTimers()
  }
})
