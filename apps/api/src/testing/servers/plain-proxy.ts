import { connect, createServer, type Server, type Socket } from 'node:net'

/** Forwards connections to other ports of this machine in turn, without parsing them. */
export interface PlainProxy {
  port: number
  /** Forwards new connections to this port too. */
  add(target: number): void
  /** Forwards no new connection to it; existing ones continue. */
  remove(target: number): void
  /** Cuts every connection and accepts no new one. */
  cut(): Promise<void>
  /** Stops forwarding on existing connections, but leaves them open, like a network that drops packets. */
  mute(): void
  /** Accepts connections again. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy on a free port. */
export async function startPlainProxy(): Promise<PlainProxy> {
  const targets: number[] = []
  const open = new Set<Socket>()
  let turn = 0

  const forward = (from: Socket) => {
    turn += 1
    const target = targets[turn % Math.max(1, targets.length)]
    if (target === undefined) return void from.destroy()
    const to = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.pipe(other)
      one.on('error', () => other.destroy())
      open.add(one)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  }
  const listen = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server = createServer({ allowHalfOpen: true }, forward)
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const { port } = server.address() as { port: number }
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await closed
  }
  return {
    port,
    add: (target) => void targets.push(target),
    remove: (target) => void targets.splice(targets.indexOf(target), 1),
    cut,
    mute() {
      for (const socket of open) {
        socket.unpipe()
        // Drops further data; does not forward the close of one side to the other.
        socket.removeAllListeners('close').on('close', () => open.delete(socket))
        socket.removeAllListeners('end').on('data', () => undefined)
      }
    },
    async mend() {
      server = await listen(port)
    },
    close: cut,
  }
}
