import type { FastifyReply } from 'fastify'
import { html } from '../../pages/html.ts'
import { icons } from '../../pages/icons.ts'
import { sendNotice } from '../../pages/page.ts'
import { formatAmount } from '../money.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { merchantName } from './merchant.ts'

/** The bank's page that asks the card's holder to confirm (3-D Secure). */
export function authenticationPage(reply: FastifyReply, session: CheckoutSession): FastifyReply {
  return sendNotice(
    reply,
    {
      icon: icons.shield,
      title: 'Confirm with your bank',
      text: `3-D Secure test page. ${merchantName} asks for ${formatAmount(session.amount_total ?? 0, session.currency)}. A real bank would send you a code or ask in its app; here you decide.`,
      action: html`<form class="row" method="post" action="/3ds/${session.id}">
<button class="btn btn--primary" name="result" value="complete">Complete</button>
<button class="btn" name="result" value="fail">Fail</button>
</form>`,
    },
    { formTargets: [new URL(session.success_url).origin] },
  )
}
