import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'
import { s3Files } from './files-s3.ts'

/** Moves an object in a bucket that answers a copy with this; tells what came of it and what the bucket was asked. */
async function moveWith(status: number, answer: string): Promise<{ outcome: unknown; asked: string[] }> {
  const asked: string[] = []
  const bucket = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (request.method === 'PUT') response.writeHead(status).end(answer)
    else response.writeHead(204).end()
  })
  await once(bucket.listen(0, '127.0.0.1'), 'listening')
  const { port } = bucket.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const files = s3Files({ endpoint, region: 'r', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's' }, systemClock)
  try {
    const outcome = await files.move('u/1', 'f/1', '"etag"').catch((error: Error) => error.message)
    return { outcome, asked }
  } finally {
    bucket.closeAllConnections()
    bucket.close()
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>\n'

test('[FILE-04] an object is moved once the bucket says that it was copied', async () => {
  const copied = `${xml}<CopyObjectResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><ETag>"e"</ETag></CopyObjectResult>`
  expect(await moveWith(200, copied)).toEqual({ outcome: true, asked: ['PUT /b/f/1', 'DELETE /b/u/1'] })
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
])('[FILE-04] an object stays where it is when the answer to its copy %s', async (_what, status, answer, says) => {
  expect(await moveWith(status, answer)).toEqual({ outcome: expect.stringMatching(says), asked: ['PUT /b/f/1'] })
})

test('[FILE-04] an object that other bytes have replaced is not moved', async () => {
  const changed = `${xml}<Error><Code>PreconditionFailed</Code></Error>`
  expect(await moveWith(412, changed)).toEqual({ outcome: false, asked: ['PUT /b/f/1'] })
})
