import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../pages/html.ts'
import { sendPage } from '../../pages/page.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { formatAmount, merchantName } from './checkout-words.ts'

/** The address after a success, with the session's id if the merchant asked for it. */
export function successAddress(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** A short page: a heading, its explanation, and a link to continue. */
function sendNotice(
  reply: FastifyReply,
  { title, text, action, ...options }: { title: string; text: string; action?: Html; formTargets?: string[] },
): FastifyReply {
  const content = html`<main class="wrap narrow grid" id="main">
<h1>${title}</h1>
<p class="muted">${text}</p>
${action}
</main>`
  return sendPage(reply, content, { ...options, title })
}

const continueLink = (address: string | null, words: string): Html =>
  html`${address !== null && html`<p><a class="btn btn--primary" href="${address}">${words} ${merchantName}</a></p>`}`

/** The bank's page that asks the card's holder to confirm (3-D Secure). */
export function authenticationPage(reply: FastifyReply, session: CheckoutSession): FastifyReply {
  const amount = formatAmount(session.amount_total ?? 0, session.currency)
  return sendNotice(reply, {
    title: 'Confirm with your bank',
    text: `3-D Secure test page. ${merchantName} asks for ${amount}. A real bank would send you a code or ask in its app; here you decide.`,
    action: html`<form class="row" method="post" action="/3ds/${session.id}">
<button class="btn btn--primary" name="result" value="complete">Complete</button>
<button class="btn" name="result" value="fail">Fail</button>
</form>`,
    formTargets: [new URL(session.success_url).origin],
  })
}

/** The page of an ended checkout: paid, so that Back cannot pay twice; or expired (410). */
export function checkoutEndedPage(reply: FastifyReply, session: CheckoutSession): FastifyReply {
  if (session.status === 'complete') {
    const text = 'This payment is complete. It cannot be paid a second time.'
    const action = continueLink(successAddress(session), 'Continue to')
    return sendNotice(reply, { title: "You're all done here", text, action })
  }
  const text = `You have not been charged. Go back to ${merchantName} and start the payment again.`
  const action = continueLink(session.cancel_url, 'Back to')
  return sendNotice(reply.code(410), { title: 'This payment page has expired', text, action })
}

/** The answer for an unknown checkout. */
export function checkoutUnknownPage(reply: FastifyReply): FastifyReply {
  return sendNotice(reply.code(404), {
    title: 'Page not found',
    text: 'No payment has this address. Check the link.',
  })
}
