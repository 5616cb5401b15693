import { gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** What fits into one packet anyway is sent as it is, in bytes. */
const leastBytes = 1400
/** Up to here compressing takes less than handing the work to another thread and back; beyond, others would wait for it. */
const mostBytesAtOnce = 64 * 1024
/** The quickest: a list shrinks to a tenth with it. */
const level = 1

/** Sends longer answers of the API compressed to whoever understands it; files of the web app are compressed when built. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < leastBytes || reply.hasHeader('content-encoding')) return done()
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return done()
    const send = (error: Error | null, compressed?: Buffer) => {
      if (error !== null) return done(error)
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      done(null, compressed)
    }
    if (payload.length <= mostBytesAtOnce) send(null, gzipSync(payload, { level }))
    else gzip(payload, { level }, send)
  })
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(String(accepted ?? ''))
}
