import type { FastifyReply } from 'fastify'
import { type Html, type HtmlPart, html } from '../pages/html.ts'
import { facts, sendPage } from '../pages/page.ts'
import type { Message } from './message-store.ts'
import { codeIn, webAddress } from './message-text.ts'

/** How many messages the page shows. */
export const messagesShown = 100

/** UTC, as "Nov 21, 2026, 9:00:05 AM UTC". */
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })

/** A text whose web addresses are links: splitting by them puts them at every second place. */
const linked = (text: string): readonly HtmlPart[] =>
  text
    .split(webAddress)
    .map((piece, index) =>
      index % 2 === 0 ? piece : html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`,
    )

/** The address of the messages to one phone or mail address. */
export const mailboxOf = (to: string): string => `/mailbox?to=${encodeURIComponent(to)}`

function codeBlock(code: string): Html {
  return html`<div class="row"><span class="sr">Code </span><output class="code big">${code}</output><button class="btn" type="button" data-copy="${code}">Copy<span class="sr"> code ${code}</span></button></div>`
}

function mailBody(message: Message): Html {
  const frame = html`<iframe class="frame" title="Mail to ${message.to}, as its HTML looks" src="/mailbox/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`
  if (message.text === '' && message.html) return frame
  return html`<p class="text">${linked(message.text)}</p>${
    message.html && html`<details><summary>Show the HTML</summary>${frame}</details>`
  }`
}

/** A form to answer the text as from the person's phone. */
function replyForm(message: Message): Html {
  const id = `reply-${message.id}`
  return html`<details><summary>Reply<span class="sr"> to this text</span></summary><form method="post" action="/mailbox/replies"><input type="hidden" name="from" value="${message.to}"><input type="hidden" name="to" value="${message.from}"><label for="${id}">Your text</label><div class="row"><input class="input" id="${id}" name="body" required maxlength="1600" autocomplete="off"><button class="btn">Send</button></div></form></details>`
}

function messageCard(message: Message): Html {
  const mail = message.channel === 'email'
  const code = codeIn(message.text)
  return html`<article class="card grid" id="${message.id}" aria-label="${mail ? 'E-mail' : 'SMS'} to ${message.to}">
<header class="row"><b>${mail ? 'E-mail' : 'SMS'}</b><time class="muted small" datetime="${message.received_at}">${time.format(new Date(message.received_at))}</time></header>
${facts([
  ['To', html`<a href="${mailboxOf(message.to)}">${message.to}</a>`],
  ['From', message.from],
])}
${mail && html`<h2>${message.subject || '(no subject)'}</h2>`}
${code !== undefined && codeBlock(code)}
${mailBody(message)}
${mail ? '' : replyForm(message)}
</article>`
}

/** Everybody's mailbox (SBX-02), newest first; `to` filters by recipient; `replied` confirms a sent reply. */
export function mailboxPage(
  reply: FastifyReply,
  messages: readonly Message[],
  { to, replied }: { readonly to: string; readonly replied: boolean },
): FastifyReply {
  const list =
    messages.length > 0
      ? messages.map(messageCard)
      : html`<p class="card">${to === '' ? 'No messages yet.' : `No messages to ${to} yet.`} They appear here by themselves.</p>`
  const content = html`<main class="wrap grid" id="main">
<header><p class="small"><a href="/">Sandbox</a></p><h1>Mailbox</h1><p class="muted">Every text and mail that was sent, newest first. Nothing leaves this machine.</p></header>
<form role="search" method="get" action="/mailbox"><label for="to">Phone or e-mail</label><div class="row"><input class="input" id="to" name="to" value="${to}" autocomplete="off" spellcheck="false" autocapitalize="none"><button class="btn">Show</button></div></form>
<p class="${replied ? 'small muted' : 'sr'}" role="status" id="news">${replied ? 'The reply was sent.' : ''}</p>
<section class="grid narrow" id="messages" aria-label="Messages">${list}</section>
</main>`
  return sendPage(reply, content, { title: 'Mailbox', isMailbox: true })
}

/** Answers with a mail's HTML for the frame: without scripts, loads or frames; its links open outside. */
export function sendMailHtml(reply: FastifyReply, markup: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(`<!doctype html><base target="_blank">${markup}`)
}
