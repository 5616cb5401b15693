import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

/** What a page needs beyond its content. */
export interface PageOptions {
  readonly title: string
  readonly status?: number
  /** Origins that a form of this page may lead to, besides the page's own: browsers check redirects after a post too. */
  readonly formTargets?: readonly string[]
  /** Whether the page loads the mailbox's own script. */
  readonly script?: boolean
  /** Whether the page shows mails in frames. */
  readonly frames?: boolean
}

function contentPolicy(options: PageOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...(options.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(options.script ? ["script-src 'self'", "connect-src 'self'"] : []),
    ...(options.frames ? ["frame-src 'self'"] : []),
  ].join('; ')
}

/** Answers with a page of the sandbox: its strip says on every one that no money moves. */
export function sendPage(reply: FastifyReply, content: Html, options: PageOptions): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${options.title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/sandbox.css">
${options.script && html`<script src="/assets/mailbox.js" defer></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<aside class="strip" aria-label="Sandbox"><b>Sandbox:</b> no real money, no real messages</aside>
${content}
</body>
</html>
`
  return reply
    .code(options.status ?? 200)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': contentPolicy(options),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(page.markup)
}

/** Answers with a short page: a heading, what it means, and where to go on. */
export function sendNotice(
  reply: FastifyReply,
  notice: { readonly title: string; readonly text: string; readonly icon?: Html; readonly action?: Html },
  options: Omit<PageOptions, 'title'> = {},
): FastifyReply {
  const content = html`<main class="notice" id="main">
${notice.icon}
<h1>${notice.title}</h1>
<p class="muted">${notice.text}</p>
${notice.action}
</main>`
  return sendPage(reply, content, { ...options, title: notice.title })
}
