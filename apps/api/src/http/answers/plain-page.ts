import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The font rules of the built web app; undefined without a build. */
    builtFonts?: string
  }
}

/** The look of the web app in a few lines, for pages outside its build. */
const sharedStyles = `
:root{color-scheme:light dark}
body{margin:0;padding:1.5rem 1.25rem;font:1.0625rem/1.5 var(--font-body,system-ui,sans-serif);background:light-dark(#f7f4eb,#13151d);color:light-dark(#1a1c2b,#f3efe4);overflow-wrap:break-word}
a{color:light-dark(#2138d4,#8aa6ff);overflow-wrap:anywhere}
main{max-width:36rem;margin:0 auto}
h1{font:620 1.75rem/1.2 var(--font-display,Georgia,serif)}
.brand svg{stroke:light-dark(#2138d4,#8aa6ff)}
.brand{display:flex;align-items:center;gap:.5rem;font:700 1.375rem/1 var(--font-display,Georgia,serif);margin:0 0 1.5rem}
@media print{:root{color-scheme:light}body{background:none}}
`

/** The glasses of the web app's brand. */
const mark =
  '<svg viewBox="0 0 34 20" width="34" height="20" fill="none" stroke-width="2.6" stroke-linecap="round" aria-hidden="true"><circle cx="8.6" cy="11.4" r="6.6"/><circle cx="25.4" cy="11.4" r="6.6"/><path d="M15 9.6c1.2-1.1 2.8-1.1 4 0M2.6 8.2 1.6 3.4M31.4 8.2l1-4.8"/></svg>'

/**
 * Answers an uncached page of plain HTML, for links that lead outside the web app. `title` is text; `head` and `main`
 * are HTML. The policy allows its one style sheet (fonts, shared styles, then `styles`) by hash.
 */
export function sendPlainPage(
  reply: FastifyReply,
  { title, head = '', styles = '', main }: { title: string; head?: string; styles?: string; main: string },
): FastifyReply {
  const sheet = (reply.server.builtFonts ?? '') + sharedStyles + styles
  const source = `'sha256-${hash('sha256', sheet, 'base64')}'`
  const policy = String(reply.getHeader('content-security-policy')).replace(/style-src [^;]*/, `style-src ${source}`)
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${title} · Nerdify</title>
<style>${sheet}</style>
<main>
<p class="brand">${mark}Nerdify</p>
<h1>${title}</h1>
${main}
</main>
</html>
`)
}
