import type { FastifyReply } from 'fastify'
import { html } from '../../pages/html.ts'
import { icons } from '../../pages/icons.ts'
import { sendNotice } from '../../pages/page.ts'
import type { CheckoutSession } from '../objects/checkout-session.ts'
import { merchantName } from './merchant.ts'

/** Where the browser goes after a success, with the session's id where the merchant asked for it. */
export function successAddress(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** The page of a checkout that is over: paid, so that going back cannot pay twice; or expired (410). */
export function checkoutEndedPage(reply: FastifyReply, session: CheckoutSession): FastifyReply {
  if (session.status === 'complete') {
    return sendNotice(reply, {
      icon: icons.done,
      title: "You're all done here",
      text: 'This payment is complete. It cannot be paid a second time.',
      action: html`<p><a class="btn btn--primary" href="${successAddress(session)}">Continue to ${merchantName}</a></p>`,
    })
  }
  return sendNotice(
    reply,
    {
      icon: icons.alert,
      title: 'This payment page has expired',
      text: `You have not been charged. Go back to ${merchantName} and start the payment again.`,
      ...(session.cancel_url && {
        action: html`<p><a class="btn btn--primary" href="${session.cancel_url}">Back to ${merchantName}</a></p>`,
      }),
    },
    { status: 410 },
  )
}

/** The answer for an address that no checkout has. */
export function checkoutUnknownPage(reply: FastifyReply): FastifyReply {
  return sendNotice(
    reply,
    { icon: icons.alert, title: 'Page not found', text: 'No payment has this address. Check the link.' },
    { status: 404 },
  )
}
