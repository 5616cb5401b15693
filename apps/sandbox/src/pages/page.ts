import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { groupedNumber, type TestCard } from '../cards/test-cards.ts'
import { type Html, type HtmlPart, html } from './html.ts'

/** The options of a page. */
export interface PageOptions {
  readonly title: string
  /** Further origins that a form of this page may lead to: browsers check redirects after a post too. */
  readonly formTargets?: readonly string[]
  /** Whether it is the mailbox, which has a script and shows mails in frames. */
  readonly isMailbox?: boolean
}

/** The files of the pages by name: a fixed list against path traversal. */
const typeOfFile: Readonly<Record<string, string>> = {
  'sandbox.css': 'text/css; charset=utf-8',
  'mailbox.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** The files of the pages, read at start. */
export function assetRoutes(server: FastifyInstance): void {
  for (const [name, type] of Object.entries(typeOfFile)) {
    const body = readFileSync(new URL(`../../assets/${name}`, import.meta.url))
    server.get(`/assets/${name}`, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(body))
  }
}

const contentPolicy = ({ formTargets = [], isMailbox }: PageOptions): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(isMailbox ? ["script-src 'self'", "connect-src 'self'", "frame-src 'self'"] : []),
  ].join('; ')

/** Sends a page of the sandbox; a strip on every page says that no money moves. */
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
${options.isMailbox && html`<script src="/assets/mailbox.js" defer></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<aside class="strip" aria-label="Sandbox"><b>Sandbox:</b> no real money, no real messages</aside>
${content}
</body>
</html>
`
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': contentPolicy(options),
      // Without a referrer, a form's `Origin` would be null.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(page.markup)
}

/** A list of names with values. */
export const facts = (rows: readonly (readonly [name: HtmlPart, value: HtmlPart])[]): Html =>
  html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

/** Test cards with their outcomes. */
export const cardList = (cards: readonly TestCard[]): Html =>
  facts(cards.map((card) => [html`<code>${groupedNumber(card)}</code>`, card.outcome]))
