import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scanner, ScanVerdict } from '../ports.ts'

/** In milliseconds: a slower scan does not count, and is retried later. */
const usualLimitMs = 120_000

/**
 * A clamd server over INSTREAM: chunks with a length prefix, then an empty one. A scan that takes longer than `limitMs`
 * in all is aborted (HOLD-11).
 */
export function clamdScanner({ host, port }: { host: string; port: number }, limitMs = usualLimitMs): Scanner {
  return {
    scan: (content) =>
      new Promise<ScanVerdict>((resolve) => {
        const socket = connect({ host, port })
        let reply = ''
        const tooLong = setTimeout(() => end({ verdict: 'unavailable' }), limitMs)
        const end = (verdict: ScanVerdict) => {
          clearTimeout(tooLong)
          content.destroy()
          socket.destroy()
          resolve(verdict)
        }
        socket.on('error', () => end({ verdict: 'unavailable' }))
        socket.on('close', () => end({ verdict: 'unavailable' }))
        socket.on('data', (bytes: Buffer) => {
          reply += bytes.toString()
          if (reply.includes('\0')) end(verdictOf(reply))
        })
        socket.on('connect', () => {
          send(socket, content).catch(() => end({ verdict: 'unavailable' }))
        })
        content.on('error', () => end({ verdict: 'unavailable' }))
      }),
  }
}

/** Beyond StreamMaxLength, or with AlertExceedsMax another limit of a scan: a retry would fail alike (SAFE-15). */
const beyondLimits = /size limit exceeded|: Heuristics\.Limits\.Exceeded\S* FOUND/i

function verdictOf(reply: string): ScanVerdict {
  if (beyondLimits.test(reply)) return { verdict: 'too_large' }
  const found = /: (.+) FOUND/.exec(reply)?.[1]
  if (found !== undefined) return { verdict: 'infected', found }
  return { verdict: /: OK/.test(reply) ? 'clean' : 'unavailable' }
}

async function send(socket: Socket, content: Readable): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    socket.write(length)
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()))
    // clamd refuses a long stream and closes the connection on the rest, so read its answer before sending more.
    await nextTurn()
    await nextTurn()
    if (!socket.writable) return
  }
  socket.write(Buffer.alloc(4))
}
