import type { HttpReply } from './http/http-server.ts'
import { html } from './pages/html.ts'
import { pageReply, strip } from './pages/page.ts'

/** Stands where the shop's chat opens on somebody else's site. */
export const messengerPage = (): HttpReply =>
  pageReply(
    html`${strip}
<main class="wrap main" id="main"><h1>Messenger</h1>
<p class="lede">Here a chat with the shop's people opens, on the messenger's own site.</p></main>`,
    { title: 'Messenger' },
  )
