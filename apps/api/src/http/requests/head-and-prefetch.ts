import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../app-type.ts'

/** For links whose GET has an effect: a HEAD request, which programs send to test a link, is a no-op. */
export function answerHead(app: App, path: string): void {
  app.head(path, { config: { who: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(),
  )
}

/** Whether a browser fetches a page ahead, which nobody has asked for yet. */
export const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose).includes('prefetch'))
