import type { FastifyReply } from 'fastify'
import type { AutopilotState } from './autopilot/autopilot.ts'
import { testCards } from './cards/test-cards.ts'
import type { WebhookSwitches } from './cards/webhooks/webhook-calls.ts'
import type { Controlled } from './controls/control-routes.ts'
import { mailFailures } from './messages/mail-server.ts'
import { mailboxOf } from './messages/mailbox-page.ts'
import { phoneEndings } from './messages/phone-endings.ts'
import { type Html, type HtmlPart, html } from './pages/html.ts'
import { cardList, facts, sendPage } from './pages/page.ts'
import type { Person } from './settings.ts'

/** The data on the front page. */
export interface FrontPage {
  readonly origin: string
  readonly productUrl: string
  readonly people: readonly Person[]
  readonly smtp: string
  readonly smsAccountSid: string
  readonly webhookUrl: string
  /** The objects of the test controls; undefined if they are off. */
  readonly controlled: Controlled | undefined
}

const card = (id: string, title: string, body: HtmlPart) =>
  html`<section class="card grid" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`

/** Buttons that set something; each is a form, so that the page needs no script. */
function levers(title: string, buttons: readonly (readonly [path: string, label: string, fields?: object])[]): Html {
  const forms = buttons.map(([path, label, fields = {}]) => {
    const hidden = Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
    )
    return html`<form method="post" action="/_sandbox/${path}">${hidden}<button class="btn">${label}</button></form>`
  })
  return html`<h3>${title}</h3><div class="row">${forms}</div>`
}

function webhookState(switches: WebhookSwitches): string {
  const effects = [
    switches.drop && 'dropped',
    switches.pause && 'held back',
    switches.copies > 1 && `sent ${switches.copies} times`,
    switches.jitter_ms > 0 && 'shuffled',
  ].filter(Boolean)
  return effects.length > 0 ? effects.join(', ') : 'sent at once'
}

function autopilotState({ on, orders, trouble }: AutopilotState): string {
  if (!on) return 'off'
  if (trouble !== undefined) return `on, but: ${trouble}`
  return orders === 0 ? 'on, nothing to do' : `on, at work on ${orders} ${orders === 1 ? 'order' : 'orders'}`
}

function controlsCard({ provider, switches, faults, autopilot: { state } }: Controlled): Html {
  const now = new Date(provider.clock.now())
  const planned = faults.planned.map(({ provider: name, fault, calls }) => `${name}: ${fault} × ${calls}`)
  return card(
    'controls',
    'Switches',
    html`${facts([
      ['Clock of the card provider', html`<time datetime="${now.toISOString()}">${now.toUTCString()}</time>`],
      ['Events', webhookState(switches)],
      ['Planned faults', planned.length > 0 ? planned.join(', ') : 'none'],
      ['Autopilot', autopilotState(state)],
    ])}
<p class="small muted">The autopilot plays the Nerd: it takes paid orders and revisions through their states in about a minute and delivers a file.</p>
${levers('Autopilot', [['autopilot', state.on ? 'Turn it off' : 'Turn it on', { on: !state.on }]])}
${levers('Events', [
  ['webhooks', 'Send at once'],
  ['webhooks', 'Drop', { drop: true }],
  ['webhooks', 'Hold back', { pause: true }],
  ['webhooks', 'Send twice', { copies: 2 }],
  ['webhooks', 'Shuffle', { jitter_ms: 2000 }],
])}
${levers('The next call to the card provider', [
  ['faults', 'Loses its answer', { provider: 'cards', fault: 'lose_response' }],
  ['faults', 'Is reset', { provider: 'cards', fault: 'reset' }],
  ['faults', 'Fails (500)', { provider: 'cards', fault: 'error' }],
  ['faults', 'Is limited (429)', { provider: 'cards', fault: 'rate_limit' }],
  ['faults/clear', 'Clear the faults'],
])}
${levers('The next text', [
  ['faults', 'Loses its answer', { provider: 'sms', fault: 'lose_response' }],
  ['faults', 'Is limited (429)', { provider: 'sms', fault: 'rate_limit' }],
  ['faults', 'Is answered with nonsense', { provider: 'sms', fault: 'nonsense' }],
])}
${levers('Time', [
  ['advance', 'One hour on', { seconds: 3600 }],
  ['advance', 'One day on', { seconds: 86_400 }],
])}
<p class="small muted">The same for programs: <code>POST /_sandbox/webhooks</code>, <code>/faults</code>, <code>/advance</code>, <code>/autopilot</code> with JSON; <code>GET /_sandbox/idle</code> answers when nothing is on its way.</p>`,
  )
}

const peopleCard = (people: readonly Person[]): Html =>
  card(
    'people',
    'People to sign in as',
    html`<p class="small muted">Ask for a code with the number. It arrives in the person's mailbox.</p>${facts(
      people.map(({ phone, email, who }) => [
        html`<code>${phone}</code>`,
        html`${email} ${who}. <a href="${mailboxOf(phone)}">Mailbox<span class="sr"> of ${phone}</span></a>`,
      ]),
    )}`,
  )

/** The sandbox's start page: the product and its people first, then the controls for faults, then addresses. */
export function frontPage(reply: FastifyReply, page: FrontPage): FastifyReply {
  const content = html`<main class="wrap grid" id="main">
<header><h1>Sandbox</h1><p class="muted">The outside world of this machine: a card provider, an SMS provider and a mail server. They speak the real providers' protocols.</p></header>
<p class="row"><a class="btn btn--primary" href="${page.productUrl}">Open Nerdify</a> <a class="btn" href="/mailbox">Open the mailbox</a></p>
<div class="columns grid">
<div class="grid">
${page.people.length > 0 && peopleCard(page.people)}
${card(
  'phones',
  'Phone numbers',
  html`<p class="small muted">By their last seven digits, in any area code. Every other number gets its text.</p>${facts(
    phoneEndings.map(({ ending, outcome }) => [html`<code>${ending.slice(0, 3)} ${ending.slice(3)}</code>`, outcome]),
  )}`,
)}
${card(
  'mails',
  'E-mail addresses',
  html`<p class="small muted">By the name before the @. Every other address gets its mail.</p>${facts(
    mailFailures.map(({ name, outcome }) => [html`<code>${name}@</code>`, outcome]),
  )}`,
)}
</div>
<div class="grid">
${card(
  'cards',
  'Test cards',
  html`<p class="small muted">Any later expiry date, any three digits as CVC.</p>${cardList(testCards)}`,
)}
${page.controlled && controlsCard(page.controlled)}
${card(
  'addresses',
  'Addresses',
  facts([
    ['Card provider', html`<code>${page.origin}/v1/</code>`],
    ['Its events go to', html`<code>${page.webhookUrl}</code>`],
    ['SMS provider', html`<code>${page.origin}/2010-04-01/Accounts/${page.smsAccountSid}/Messages.json</code>`],
    ['Mail server', html`<code>${page.smtp}</code>`],
    ['Messages as JSON', html`<a href="/mailbox/messages.json"><code>/mailbox/messages.json?to=</code></a>`],
  ]),
)}
</div>
</div>
</main>`
  return sendPage(reply, content, { title: 'Sandbox' })
}

/** A stand-in for the shop's chat on a messenger's website. */
export const messengerPage = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply,
    html`<main class="wrap" id="main"><h1>Messenger</h1>
<p class="muted">Here a chat with the shop's people opens, on the messenger's own site.</p></main>`,
    { title: 'Messenger' },
  )
