import type { Socket } from 'node:net'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { FastifyServerOptions } from 'fastify'
import { mayTakeLong } from './long-bodies.ts'

/** Errors of Node's HTTP parser, before a request exists. */
const refusals: Record<string, { status: string; text: string; type: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'The address or the headers are too long.',
    type: 'too_large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: 'The request took too long to arrive.',
    type: 'too_slow',
  },
}
const unreadable = { status: '400 Bad Request', text: 'The request cannot be read.', type: 'unreadable' }

/**
 * Answers with the usual error body (API-01, abuse 38) and closes the connection. An unused connection is closed
 * without an answer: a client that opened it in advance would read the answer as the response to its next request.
 */
export const answerUnreadableRequest: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  // Node reports it once per request; a longer limit applies to this one.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable || (socket as Socket).bytesRead === 0)
    return void socket.destroy()
  const { status, text, type } = refusals[error.code] ?? unreadable
  const body = JSON.stringify({ text, error_value: null, error_type: type } satisfies ErrorBody)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
