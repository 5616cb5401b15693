import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../app-type.ts'

/** For a link whose opening does something: a HEAD request, which programs make to see whether a link works, does nothing. */
export function answerHead(app: App, path: string): void {
  app.head(path, { config: { who: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(),
  )
}

/** Whether a browser fetches a page ahead, which nobody has asked for yet. */
export const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose).includes('prefetch'))
