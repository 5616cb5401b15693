import { connect, createServer, type Socket } from 'node:net'

/** A connection pooler for PostgreSQL, like PgBouncer's transaction mode without prepared statements. */
export interface TransactionPooler {
  port: number
  close(): Promise<void>
}

/** Finds `ReadyForQuery` in a server's frames, and its status: "I" says that no transaction is open. */
function readyStatuses(): (bytes: Buffer) => string[] {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    const statuses: string[] = []
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      if (rest[0] === 'Z'.charCodeAt(0)) statuses.push(String.fromCharCode(rest[5] as number))
      rest = rest.subarray(end)
    }
    return statuses
  }
}

/**
 * Starts a pooler in front of a port of this machine. Each client opens one connection to the server when it signs in;
 * from then on a transaction gets the connection that has been idle for longest.
 */
export async function startTransactionPooler(target: number): Promise<TransactionPooler> {
  const open = new Set<Socket>()
  const idle: Socket[] = []
  /** The client in a transaction, by its connection to the server. */
  const users = new Map<Socket, Socket>()

  const server = createServer((client) => {
    const signIn = connect(target, '127.0.0.1')
    users.set(signIn, client)
    const statuses = readyStatuses()
    signIn.on('data', (bytes) => {
      users.get(signIn)?.write(bytes)
      if (statuses(bytes).at(-1) !== 'I') return
      users.delete(signIn)
      idle.push(signIn)
    })
    client.on('data', (bytes) => {
      let used = [...users].find(([, user]) => user === client)?.[0]
      if (used === undefined) {
        // A departing client leaves its connection to the others.
        if (bytes[0] === 'X'.charCodeAt(0)) return
        used = idle.shift()
        if (used === undefined) return void client.destroy()
        users.set(used, client)
      }
      used.write(bytes)
    })
    for (const socket of [client, signIn]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
