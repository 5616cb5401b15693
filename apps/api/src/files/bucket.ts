import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The embedded bucket, an origin of its own so that nothing stored can act as this site (FILE-04). It holds no objects
 * and has handed out no signed forms, so it answers as a bucket does then: every read is unknown, every write refused.
 */
export function answerBucketRequest(request: IncomingMessage, response: ServerResponse): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const [status, code] = isRead ? [404, 'NoSuchKey'] : [403, 'AccessDenied']
  // The rest of an upload that will not be taken is not read.
  if (!isRead) response.setHeader('connection', 'close')
  response.writeHead(status as number, {
    'content-type': 'application/xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>\n`)
}
