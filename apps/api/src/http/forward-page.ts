import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../outbox/escape-html.ts'

/**
 * Sends a person who posted a form on to a page of the card provider. Not a redirect: browsers hold the page with the form
 * to its form-action, which names this site alone, also for where the answer redirects to.
 */
export function sendForwardPage(reply: FastifyReply, address: string): FastifyReply {
  const target = escapeHtml(address)
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${target}">
<title>To the secure payment page · Nerdify</title>
<main>
<h1>To the secure payment page</h1>
<p><a href="${target}">Go on</a>, if it does not open by itself. Or go <a href="${webPaths.orders()}">back to my tasks</a>.</p>
</main>
`)
}
