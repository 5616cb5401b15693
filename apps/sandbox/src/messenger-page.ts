import type { FastifyReply } from 'fastify'
import { html } from './pages/html.ts'
import { sendPage } from './pages/page.ts'

/** Stands where the shop's chat opens on somebody else's site. */
export const messengerPage = (reply: FastifyReply): FastifyReply =>
  sendPage(
    reply,
    html`<main class="wrap" id="main"><h1>Messenger</h1>
<p class="muted">Here a chat with the shop's people opens, on the messenger's own site.</p></main>`,
    { title: 'Messenger' },
  )
