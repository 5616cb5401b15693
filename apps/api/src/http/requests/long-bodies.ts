import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'

const takingLong = new WeakSet<Duplex>()

/** Whether the current upload on a connection may exceed the limit of other requests. */
export const mayTakeLong = (socket: Duplex): boolean => takingLong.has(socket)

/** The idle timeout, in multiples of the limit of a whole request: a minute, as for connections to the bucket. */
const idleLimits = 2

/**
 * Reads a body that may be large. It may take longer than other requests (abuse 38) while bytes arrive; an idle
 * connection is cut. Only for authenticated callers.
 */
export async function readLongBody<Read>(request: FastifyRequest, read: () => Promise<Read>): Promise<Read> {
  const { socket } = request.raw
  takingLong.add(socket)
  socket.setTimeout(idleLimits * request.server.server.requestTimeout)
  try {
    const body = await read()
    // Handling the body takes its own time. A refused body may still be arriving, and stays watched.
    socket.setTimeout(0)
    return body
  } finally {
    takingLong.delete(socket)
  }
}
