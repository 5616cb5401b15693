import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape-html.ts'
import { sendPlainPage } from './plain-page.ts'

/**
 * Forwards a person who posted a form to a page of the card provider. A redirect would not work: browsers apply the
 * form-action of the page, which names this site alone, to redirects too.
 */
export function sendForwardPage(reply: FastifyReply, address: string): FastifyReply {
  const target = escapeHtml(address)
  return sendPlainPage(reply, {
    title: 'To the secure payment page',
    head: `<meta http-equiv="refresh" content="0;url=${target}">\n`,
    main: `<p><a href="${target}">Continue</a> if it doesn’t open by itself. Or go <a href="${webPaths.orders()}">back to my tasks</a>.</p>`,
  })
}
