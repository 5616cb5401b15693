import type { Socket } from 'node:net'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { FastifyServerOptions } from 'fastify'
import { mayTakeLong } from './long-bodies.ts'

/** What the server itself refuses before there is a request to answer. */
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
 * Answers in the form of every other failure (API-01, abuse 38), and closes the connection. One on which nothing was asked
 * is closed without a word: whoever opened it ahead would take an answer for that of the request they are about to send.
 */
export const answerUnreadableRequest: NonNullable<FastifyServerOptions['clientErrorHandler']> = (error, socket) => {
  // Node says it once of each request; another limit holds for this one.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && mayTakeLong(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable || (socket as Socket).bytesRead === 0)
    return void socket.destroy()
  const { status, text, type } = refusals[error.code] ?? unreadable
  const body = JSON.stringify({ text, error_value: null, error_type: type } satisfies ErrorBody)
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
