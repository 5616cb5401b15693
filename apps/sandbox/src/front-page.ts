import type { FastifyReply } from 'fastify'
import type { AutopilotState } from './autopilot/autopilot.ts'
import { groupedNumber, testCards } from './cards/test-cards.ts'
import type { WebhookSwitches } from './cards/webhooks/webhook-switches.ts'
import type { Fault } from './faults.ts'
import { mailFailures } from './messages/mail-server.ts'
import { phoneEndings } from './messages/phone-endings.ts'
import { type Html, type HtmlPart, html } from './pages/html.ts'
import { sendPage } from './pages/page.ts'

/** What the front page tells about the running sandbox. */
export interface FrontPage {
  readonly origin: string
  readonly smtp: string
  readonly smsAccountSid: string
  readonly webhookUrl: string
  /** What the test controls are set to; undefined when they are switched off. */
  readonly controls:
    | {
        readonly now: Date
        readonly switches: WebhookSwitches
        readonly faults: readonly Fault[]
        readonly autopilot: AutopilotState
      }
    | undefined
}

const row = (name: HtmlPart, value: HtmlPart) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
const card = (id: string, title: string, body: HtmlPart) =>
  html`<section class="card" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`
const facts = (rows: readonly Html[]) => html`<dl class="facts">${rows}</dl>`

/** A button that sets something; each is a form of its own, so that the page needs no script. */
function lever(path: string, label: string, fields: Readonly<Record<string, string>> = {}): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="/_sandbox/${path}">${hidden}<button class="btn">${label}</button></form>`
}

function webhookState(switches: WebhookSwitches): string {
  const said = [
    switches.drop && 'dropped',
    switches.pause && 'held back',
    switches.copies > 1 && `sent ${switches.copies} times`,
    switches.delay_ms > 0 && `sent after ${switches.delay_ms / 1000} s`,
    switches.jitter_ms > 0 && 'shuffled',
  ].filter(Boolean)
  return said.length > 0 ? said.join(', ') : 'sent at once'
}

function autopilotState({ on, orders, trouble }: AutopilotState): string {
  if (!on) return 'off'
  if (trouble !== undefined) return `on, but: ${trouble}`
  return orders === 0 ? 'on, nothing to do' : `on, at work on ${orders} ${orders === 1 ? 'order' : 'orders'}`
}

function controlsCard(controls: NonNullable<FrontPage['controls']>): Html {
  const { now, switches, faults, autopilot } = controls
  const planned = faults.map(({ provider, fault, calls }) => `${provider}: ${fault} × ${calls}`)
  return card(
    'controls',
    'Switches',
    html`${facts([
      row('Clock of the card provider', html`<time datetime="${now.toISOString()}">${now.toUTCString()}</time>`),
      row('Events', webhookState(switches)),
      row('Planned faults', planned.length > 0 ? planned.join(', ') : 'none'),
      row('Autopilot', autopilotState(autopilot)),
    ])}
<h3>Autopilot</h3><p class="small muted">Plays the Nerd: it takes paid orders and revisions through their states in about a minute and delivers a file.</p><div class="levers">${[
      autopilot.on
        ? lever('autopilot', 'Turn it off', { on: 'false' })
        : lever('autopilot', 'Turn it on', { on: 'true' }),
    ]}</div>
<h3>Events</h3><div class="levers">${[
      lever('webhooks', 'Send at once'),
      lever('webhooks', 'Drop', { drop: 'true' }),
      lever('webhooks', 'Hold back', { pause: 'true' }),
      lever('webhooks', 'Delay 10 s', { delay_ms: '10000' }),
      lever('webhooks', 'Send twice', { copies: '2' }),
      lever('webhooks', 'Shuffle', { jitter_ms: '2000' }),
    ]}</div>
<h3>The next call to the card provider</h3><div class="levers">${[
      lever('faults', 'Loses its answer', { provider: 'cards', fault: 'lose_response' }),
      lever('faults', 'Is reset', { provider: 'cards', fault: 'reset' }),
      lever('faults', 'Fails (500)', { provider: 'cards', fault: 'error' }),
      lever('faults', 'Is limited (429)', { provider: 'cards', fault: 'rate_limit' }),
      lever('faults/clear', 'Clear the faults'),
    ]}</div>
<h3>The next text</h3><div class="levers">${[
      lever('faults', 'Loses its answer', { provider: 'sms', fault: 'lose_response' }),
      lever('faults', 'Is limited (429)', { provider: 'sms', fault: 'rate_limit' }),
      lever('faults', 'Is answered with nonsense', { provider: 'sms', fault: 'nonsense' }),
    ]}</div>
<h3>Time and data</h3><div class="levers">${[
      lever('advance', 'One hour on', { seconds: '3600' }),
      lever('advance', 'One day on', { seconds: '86400' }),
      lever('reset', 'Empty the sandbox'),
    ]}</div>
<p class="small muted">The same for programs: <code>POST /_sandbox/webhooks</code>, <code>/faults</code>, <code>/advance</code>, <code>/autopilot</code>, <code>/reset</code> with JSON; <code>GET /_sandbox/idle</code> answers when nothing is on its way.</p>`,
  )
}

/** The sandbox's own start page: where everything is, and how to make things go wrong. */
export function frontPage(reply: FastifyReply, page: FrontPage): FastifyReply {
  const content = html`<main class="wrap" id="main">
<header><h1>Sandbox</h1><p class="muted">The outside world of this machine: a card provider, an SMS provider and a mail server. They speak the real providers' protocols.</p></header>
<p><a class="btn btn--primary" href="/mailbox">Open the mailbox</a></p>
<div class="columns">
<div>
${card(
  'addresses',
  'Addresses',
  facts([
    row('Card provider', html`<code>${page.origin}/v1/</code>`),
    row('Its events go to', html`<code>${page.webhookUrl}</code>`),
    row('SMS provider', html`<code>${page.origin}/2010-04-01/Accounts/${page.smsAccountSid}/Messages.json</code>`),
    row('Mail server', html`<code>${page.smtp}</code>`),
    row('Messages as JSON', html`<a href="/mailbox/messages.json"><code>/mailbox/messages.json?to=</code></a>`),
  ]),
)}
${card(
  'phones',
  'Phone numbers',
  html`<p class="small muted">By their last seven digits, in any area code. Every other number gets its text.</p>${facts(
    phoneEndings.map(({ ending, outcome }) =>
      row(html`<code>${ending.slice(0, 3)} ${ending.slice(3)}</code>`, outcome),
    ),
  )}`,
)}
${card(
  'mails',
  'E-mail addresses',
  html`<p class="small muted">By the name before the @. Every other address gets its mail.</p>${facts(
    mailFailures.map(({ name, outcome }) => row(html`<code>${name}@</code>`, outcome)),
  )}`,
)}
</div>
<div>
${card(
  'cards',
  'Test cards',
  html`<p class="small muted">Any later expiry date, any three digits as CVC.</p>${facts(
    testCards.map((testCard) => row(html`<code>${groupedNumber(testCard)}</code>`, testCard.outcome)),
  )}`,
)}
${page.controls && controlsCard(page.controls)}
</div>
</div>
</main>`
  return sendPage(reply, content, { title: 'Sandbox' })
}
