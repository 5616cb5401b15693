import { connect } from 'node:net'
import type { Scanner, ScanVerdict } from '../ports.ts'

/** A scan that takes longer counts as none, in milliseconds. */
const timeLimitMs = 120_000

/** A clamd server, spoken to by INSTREAM: chunks with a length before them, an empty one at the end. */
export function clamdScanner({ host, port }: { host: string; port: number }): Scanner {
  return {
    scan: (content) =>
      new Promise<ScanVerdict>((resolve) => {
        const socket = connect({ host, port })
        let reply = ''
        const end = (verdict: ScanVerdict) => {
          content.destroy()
          socket.destroy()
          resolve(verdict)
        }
        socket.setTimeout(timeLimitMs, () => end({ verdict: 'unavailable' }))
        socket.on('error', () => end({ verdict: 'unavailable' }))
        socket.on('close', () => end({ verdict: 'unavailable' }))
        socket.on('data', (bytes: Buffer) => {
          reply += bytes.toString()
          if (!reply.includes('\0')) return
          const found = /: (.+) FOUND/.exec(reply)?.[1]
          if (found !== undefined) end({ verdict: 'infected', found })
          else end(/: OK/.test(reply) ? { verdict: 'clean' } : { verdict: 'unavailable' })
        })
        content.on('error', () => end({ verdict: 'unavailable' }))
        socket.on('connect', () => {
          socket.write('zINSTREAM\0')
          content.on('data', (chunk: Buffer) => {
            const length = Buffer.alloc(4)
            length.writeUInt32BE(chunk.length)
            socket.write(length)
            if (!socket.write(chunk)) {
              content.pause()
              socket.once('drain', () => content.resume())
            }
          })
          content.on('end', () => socket.write(Buffer.alloc(4)))
        })
      }),
  }
}
