import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** What fits into one packet anyway is sent as it is, in bytes. */
const leastBytes = 1400
/** The quickest: a list shrinks to a tenth with it. */
const level = 1
const compress = promisify(gzip)

/** Sends longer answers of the API compressed to whoever understands it; files of the web app are compressed when built. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < leastBytes || reply.hasHeader('content-encoding'))
      return payload
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    const compressed = await compress(payload, { level })
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compressed
  })
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(String(accepted ?? ''))
}
