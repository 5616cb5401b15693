import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from '../limits/network-of.ts'

/** The largest numbers of connections of a server (SAFE-07). */
export interface ConnectionLimits {
  /** From everybody. */
  connections: number
  /** From one network ({@link networkOf}); a trusted proxy has no such limit. */
  networkConnections: number
}

/**
 * Limits the connections of a server by network (SAFE-07). At a limit, a new connection ends one that has no request under
 * way: at its network's limit the oldest of that network, at the limit of all the oldest of the network with most of them.
 * If there is none, the new connection is closed. A request that is being answered is never broken off.
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): void {
  const open = new Map<Socket, string>()
  /** Without a request under way, those that waited longest first. */
  const idle = new Map<Socket, string>()

  const close = (socket: Socket) => {
    open.delete(socket)
    idle.delete(socket)
    // Its last answer may still be on its way.
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
    // A proxy keeps connections for its next request, which may be on its way.
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

/** Of entries with their networks, oldest first: the oldest entry of the network that has most. */
export function oldestOfLargest<Entry>(entries: ReadonlyMap<Entry, string>): Entry | undefined {
  const counts = new Map<string, number>()
  for (const network of entries.values()) counts.set(network, (counts.get(network) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  return [...entries].find(([, network]) => counts.get(network) === most)?.[0]
}
