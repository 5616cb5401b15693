import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../limits/network-of.ts'

/** The maximum numbers of connections of a server (SAFE-07). */
export interface ConnectionLimits {
  /** In total. */
  connections: number
  /** Per network ({@link networkOf}); trusted proxies are exempt. */
  networkConnections: number
}

/**
 * Limits the connections of a server by network (SAFE-07). At a limit, a new connection ends an idle one: at its
 * network's limit the oldest of that network, at the total limit the oldest of the largest network. If there is none,
 * the new connection is closed. A request in progress is never cut.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const open = new Map<Socket, string>()
  /** Connections without a request, longest idle first. */
  const idle = new Map<Socket, string>()

  const close = (socket: Socket) => {
    open.delete(socket)
    idle.delete(socket)
    // Its last answer may still be in transit.
    socket.destroySoon()
  }
  const countOf = (network: string) => [...open.values()].filter((each) => each === network).length

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const network = networkOf(address)
    const isLimited = !isProxy(address)
    let victim: Socket | undefined
    if (isLimited && countOf(network) >= limits.networkConnections) {
      victim = [...idle].find(([, each]) => each === network)?.[0] ?? socket
    } else if (open.size >= limits.connections) {
      victim = oldestOfLargest(idle) ?? socket
    }
    if (victim !== undefined) close(victim)
    if (victim === socket) return
    open.set(socket, network)
    // A proxy keeps connections for its next request, which may be in transit.
    if (isLimited) idle.set(socket, network)
    socket.once('close', () => {
      open.delete(socket)
      idle.delete(socket)
    })
  })
  server.prependListener('request', ({ socket }, response) => {
    const network = idle.get(socket)
    if (network === undefined) return
    idle.delete(socket)
    response.once('close', () => {
      if (open.has(socket)) idle.set(socket, network)
    })
  })
}

/** The oldest entry of the network with the most entries; entries are sorted oldest first. */
export function oldestOfLargest<Entry>(entries: ReadonlyMap<Entry, string>): Entry | undefined {
  const counts = new Map<string, number>()
  for (const network of entries.values()) counts.set(network, (counts.get(network) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return [...entries].find(([, network]) => counts.get(network) === most)?.[0]
}
