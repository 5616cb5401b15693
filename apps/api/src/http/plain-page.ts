import type { FastifyReply } from 'fastify'

/**
 * Answers a page of plain HTML, which is kept nowhere: for people whom a link led to where the web app is not. All parts are
 * HTML; `head` and `main` stand beside the title.
 */
export function sendPlainPage(
  reply: FastifyReply,
  { title, head = '', main }: { title: string; head?: string; main: string },
): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${title} · Nerdify</title>
<main>
<h1>${title}</h1>
${main}
</main>
</html>
`)
}
