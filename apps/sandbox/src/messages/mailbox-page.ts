import type { HttpReply } from '../http/http-server.ts'
import { type Html, html } from '../pages/html.ts'
import { pageReply, strip } from '../pages/page.ts'
import type { Message } from './message-store.ts'
import { codeIn, textPieces } from './message-text.ts'

/** How many messages the page shows. */
export const MESSAGES_SHOWN = 100

/** UTC, as "Nov 21, 2026, 9:00:05 AM UTC". */
const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })

function linked(text: string): readonly Html[] {
  return textPieces(text).map((piece) =>
    piece.link
      ? html`<a href="${piece.text}" target="_blank" rel="noopener noreferrer">${piece.text}</a>`
      : html`${piece.text}`,
  )
}

function codeBlock(code: string): Html {
  return html`<div class="msg__code"><span class="sr">Code </span><output class="num">${code}</output><button class="btn btn--sm" type="button" data-copy="${code}" hidden>Copy<span class="sr"> code ${code}</span></button></div>`
}

function mailBody(message: Message): Html {
  const frame = html`<iframe class="msg__frame" title="Mail to ${message.to}, as its HTML looks" src="/mailbox/messages/${message.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe>`
  if (message.text === '' && message.html) return frame
  return html`<p class="msg__text">${linked(message.text)}</p>${
    message.html && html`<details class="msg__html"><summary>Show the HTML</summary>${frame}</details>`
  }`
}

/** The person answers the text, as from their phone. */
function replyForm(message: Message): Html {
  const id = `reply-${message.id}`
  return html`<details class="msg__reply"><summary>Reply<span class="sr"> to this text</span></summary><form method="post" action="/mailbox/replies"><input type="hidden" name="from" value="${message.to}"><input type="hidden" name="to" value="${message.from}"><label class="field__label" for="${id}">Your text</label><div class="input-row"><input class="input" id="${id}" name="body" required maxlength="1600" autocomplete="off"><button class="btn">Send</button></div></form></details>`
}

function messageCard(message: Message): Html {
  const mail = message.channel === 'email'
  const code = codeIn(message.text)
  return html`<article class="card msg" id="${message.id}" aria-label="${mail ? 'E-mail' : 'SMS'} to ${message.to}">
<header class="card__head"><span class="status">${mail ? 'E-mail' : 'SMS'}</span><time class="muted small" datetime="${message.received_at}">${time.format(new Date(message.received_at))}</time></header>
<div class="card__body">
<dl class="msg__ends"><div><dt>To</dt><dd class="num">${message.to}</dd></div><div><dt>From</dt><dd class="num">${message.from}</dd></div></dl>
${mail && html`<h2>${message.subject || '(no subject)'}</h2>`}
${code !== undefined && codeBlock(code)}
${mailBody(message)}
${mail ? '' : replyForm(message)}
</div>
</article>`
}

/** The mailbox of everyone (SBX-02), newest first; `to` narrows it to one recipient; `replied` says that a reply left. */
export function mailboxPage(messages: readonly Message[], to: string, replied = false): HttpReply {
  const list =
    messages.length > 0
      ? messages.map(messageCard)
      : html`<p class="empty">${to === '' ? 'No messages yet.' : `No messages to ${to} yet.`} They appear here by themselves.</p>`
  const content = html`${strip}
<main class="wrap main" id="main">
<header class="head"><div><p class="small"><a href="/">Sandbox</a></p><h1>Mailbox</h1><p class="lede">Every text and mail that was sent, newest first. Nothing leaves this machine.</p></div>
<form class="filter" role="search" method="get" action="/mailbox"><label class="field__label" for="to">Phone or e-mail</label><div class="input-row"><input class="input" id="to" name="to" value="${to}" autocomplete="off" spellcheck="false" autocapitalize="none"><button class="btn">Show</button></div></form></header>
<p class="${replied ? 'small muted' : 'sr'}" role="status" id="news">${replied ? 'The reply was sent.' : ''}</p>
<section class="mails" id="messages" aria-label="Messages">${list}</section>
</main>`
  return pageReply(content, { title: 'Mailbox', script: true, frames: true })
}

/** The HTML of a mail by itself, for the frame: it cannot run, load or frame anything; its links open outside. */
export function mailHtmlReply(message: Message): HttpReply {
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body: `<!doctype html><base target="_blank">${message.html ?? ''}`,
  }
}
