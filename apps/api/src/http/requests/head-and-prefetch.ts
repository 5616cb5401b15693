import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../app-type.ts'

/** Makes HEAD a no-op on a link whose GET has an effect: programs send it to test links. */
export function answerHead(app: App, path: string): void {
  app.head(path, { config: { who: 'anyone' }, schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(),
  )
}

/** Whether a browser only prefetches the page. */
export const isPrefetch = (headers: IncomingHttpHeaders): boolean =>
  [headers['sec-purpose'], headers.purpose].some((purpose) => String(purpose).includes('prefetch'))
