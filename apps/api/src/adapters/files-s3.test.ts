import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Files, ProviderUnavailable } from '../ports.ts'
import { systemClock } from './clock.ts'
import { s3Files } from './files-s3.ts'

const access = { endpoint: '', region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' }

/** Moves an object in a bucket with this answer to a copy; returns the outcome and the bucket's requests. */
async function moveWith(status: number, answer: string): Promise<{ outcome: unknown; requests: string[] }> {
  const requests: string[] = []
  const bucket = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (request.method === 'PUT') response.writeHead(status).end(answer)
    else response.writeHead(204).end()
  })
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const { port } = bucket.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const files = s3Files({ ...access, endpoint }, systemClock)
  try {
    const outcome = await files.move('u/1', 'f/1', '"etag"').catch((error: Error) => error.message)
    return { outcome, requests }
  } finally {
    bucket.closeAllConnections()
    bucket.close()
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

test('[FILE-04] deletes the source once the bucket confirms the copy', async () => {
  const answer = `${xml}<CopyObjectResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ETag>"e"</ETag></CopyObjectResult>`
  expect(await moveWith(200, answer)).toEqual({ outcome: true, requests: ['PUT /b/f/1', 'DELETE /b/u/1'] })
})

test.each([
  [
    'begins with 200 and ends with an error',
    200,
    `${xml}\n\n<Error><Code>InternalError</Code></Error>`,
    /InternalError/,
  ],
  ['begins with 200 and breaks off', 200, '', /nothing/],
  ['is an error', 503, `${xml}<Error><Code>SlowDown</Code></Error>`, /503/],
])('[FILE-04] keeps the source if the answer to its copy %s', async (_what, status, answer, message) => {
  expect(await moveWith(status, answer)).toEqual({ outcome: expect.stringMatching(message), requests: ['PUT /b/f/1'] })
})

test('[FILE-04] does not move an object whose bytes changed', async () => {
  const answer = `${xml}<Error><Code>PreconditionFailed</Code></Error>`
  expect(await moveWith(412, answer)).toEqual({ outcome: false, requests: ['PUT /b/f/1'] })
})

/** Runs `work` with the files of a bucket behind this server; a silence of `limitMs` milliseconds ends a call. */
async function withBucket<Answer>(
  server: Server,
  work: (files: Files) => Promise<Answer>,
  limitMs = 200,
): Promise<Answer> {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await work(s3Files({ ...access, endpoint: `http://127.0.0.1:${port}` }, systemClock, limitMs))
  } finally {
    for (const socket of connections) socket.destroy()
    server.close()
  }
}

/** Every call to a bucket. */
const calls: Record<string, (files: Files) => Promise<unknown>> = {
  stat: (files) => files.stat('u/1'),
  read: async (files) => buffer(await files.read('u/1')),
  write: (files) => files.write('u/1', Readable.from([Buffer.from('abc')]), 3),
  move: (files) => files.move('u/1', 'f/1', '"etag"'),
  remove: (files) => files.remove('u/1'),
  keys: async (files) => {
    for await (const _key of files.keys());
  },
}

describe.each(Object.entries(calls))('[HOLD-11] %s reports an unavailable bucket and does not hang', (_name, call) => {
  const servers: Record<string, () => Server> = {
    'when the bucket is mute': () => createTcpServer((socket) => void socket.resume()),
    'when it cuts the connection': () => createTcpServer((socket) => void socket.destroy()),
    'when it answers 500': () => createServer((_request, response) => void response.writeHead(500).end()),
    'when it refuses us': () => createServer((_request, response) => void response.writeHead(403).end('<Error/>')),
    'when it limits us': () => createServer((_request, response) => void response.writeHead(429).end()),
  }
  test.each(Object.entries(servers))('%s', async (_what, server) => {
    await expect(withBucket(server(), call)).rejects.toBeInstanceOf(ProviderUnavailable)
  })
})

describe('[HOLD-11] a silent bucket', () => {
  test.each(['read', 'move', 'keys'])('in the middle of its answer makes %s fail', async (name) => {
    const silent = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('begun')
    })
    await expect(withBucket(silent, calls[name] as (files: Files) => Promise<unknown>)).rejects.toBeInstanceOf(
      ProviderUnavailable,
    )
  })

  test('is not assumed while a reader or a source is slow', async () => {
    // Long enough for a busy machine, which pauses too.
    const [silenceMs, slowMs] = [1_000, 1_200]
    const slow = Readable.from(
      (async function* () {
        yield Buffer.from('ab')
        await pause(slowMs)
        yield Buffer.from('c')
      })(),
    )
    const bytes = Buffer.alloc(3_000_000, 'x')
    const bodies: string[] = []
    const bucket = createServer(async (request, response) => {
      if (request.method === 'PUT') bodies.push(String(await buffer(request)))
      response.end(request.method === 'GET' ? bytes : undefined)
    })
    const read = await withBucket(
      bucket,
      async (files) => {
        await files.write('u/1', slow, 3)
        const parts: Buffer[] = []
        for await (const part of await files.read('u/1')) {
          if (parts.length === 0) await pause(slowMs)
          parts.push(part as Buffer)
        }
        return Buffer.concat(parts)
      },
      silenceMs,
    )
    expect(bodies).toEqual(['abc'])
    expect(read.equals(bytes)).toBe(true)
  })

  test('is not assumed if the source fails: its error is passed on', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('a')
        throw new Error('the client went away')
      })(),
    )
    const bucket = createServer((request) => void request.resume())
    await expect(withBucket(bucket, (files) => files.write('u/1', broken, 3))).rejects.toThrow('the client went away')
  })
})
