import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape-html.ts'
import { sendPlainPage } from './plain-page.ts'

/**
 * Sends a person who posted a form on to a page of the card provider. Not a redirect: browsers hold the page with the form
 * to its form-action, which names this site alone, also for where the answer redirects to.
 */
export function sendForwardPage(reply: FastifyReply, address: string): FastifyReply {
  const target = escapeHtml(address)
  return sendPlainPage(reply, {
    title: 'To the secure payment page',
    head: `<meta http-equiv="refresh" content="0;url=${target}">\n`,
    main: `<p><a href="${target}">Go on</a>, if it does not open by itself. Or go <a href="${webPaths.orders()}">back to my tasks</a>.</p>`,
  })
}
