import { type AddressInfo, createServer } from 'node:net'

/** A fake clamd that accepts streams up to a limit in bytes. */
export interface TestClamd {
  host: string
  port: number
  /** The number of received streams. */
  scans(): number
  end(): Promise<unknown>
}

const greeting = 'zINSTREAM\0'.length

/** Starts a clamd on a free port; it finds no virus. */
export async function startClamd({ limitBytes }: { limitBytes: number }): Promise<TestClamd> {
  let scans = 0
  const server = createServer((socket) => {
    let unread = Buffer.alloc(0)
    let receivedBytes = 0
    let isGreeted = false
    scans += 1
    socket.on('error', () => undefined)
    const answer = (text: string) => {
      // Drain the stream: unread data would reset the connection before the answer arrives.
      socket.removeAllListeners('data').resume()
      socket.end(`${text}\0`)
    }
    socket.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes])
      if (!isGreeted && unread.length >= greeting) {
        isGreeted = true
        unread = unread.subarray(greeting)
      }
      while (isGreeted && unread.length >= 4) {
        const length = unread.readUInt32BE()
        if (length === 0) return answer('stream: OK')
        // Like clamd: it checks the limit by the announced length, without waiting for the chunk.
        if (receivedBytes + length > limitBytes) return answer('INSTREAM size limit exceeded. ERROR')
        if (unread.length < 4 + length) return
        receivedBytes += length
        unread = unread.subarray(4 + length)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    scans: () => scans,
    end: () => new Promise((resolve) => server.close(resolve)),
  }
}
