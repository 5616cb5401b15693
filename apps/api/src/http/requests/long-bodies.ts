import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'

const takingLong = new WeakSet<Duplex>()

/** Whether what arrives on a connection just now may take longer than other requests. */
export const mayTakeLong = (socket: Duplex): boolean => takingLong.has(socket)

/** For how many times the limit of a whole request nothing may move: a minute, as on the lines to the bucket. */
const idleLimits = 2

/**
 * Reads a body that may be large: it may take longer than a whole request otherwise (abuse 38) as long as it goes on
 * coming, and a connection on which nothing moves is cut. Only for callers who are known.
 */
export async function readLongBody<Read>(request: FastifyRequest, read: () => Promise<Read>): Promise<Read> {
  const { socket } = request.raw
  takingLong.add(socket)
  socket.setTimeout(idleLimits * request.server.server.requestTimeout)
  try {
    const body = await read()
    // What is done with it takes its own time. What was refused may still be coming, and stays watched.
    socket.setTimeout(0)
    return body
  } finally {
    takingLong.delete(socket)
  }
}
