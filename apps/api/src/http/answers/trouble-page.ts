import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { FastifyReply } from 'fastify'
import { blockedText } from './blocked-text.ts'
import { sendPlainPage } from './plain-page.ts'

interface Trouble {
  status: number
  title: string
  text: string
}

const troubles = {
  'unknown-payment-link': {
    status: 404,
    title: 'This payment link doesn’t work',
    text: 'It may be incomplete. You can pay for your order in My tasks.',
  },
  'account-blocked': {
    status: 422,
    title: 'You can’t pay right now',
    text: blockedText,
  },
  'unknown-receipt-link': {
    status: 404,
    title: 'This receipt link doesn’t work',
    text: 'It may be incomplete. You’ll find the receipts of an order in its details in My tasks.',
  },
  'unknown-calendar-link': {
    status: 404,
    title: 'This calendar link doesn’t work',
    text: 'It may be incomplete. You’ll find the deadline of an order on its card in My tasks.',
  },
  'unknown-plan-link': {
    status: 404,
    title: 'This link doesn’t work',
    text: 'It may be incomplete, or you may have a newer one. Log in to see your plan.',
  },
  'card-provider-unavailable': {
    status: 503,
    title: 'The payment page isn’t available right now',
    text: 'You have not been charged, and we kept your order. Please try again in a minute.',
  },
  'tip-refused': {
    status: 422,
    title: 'We couldn’t take this tip',
    text: 'You have not been charged. The form may have been open for too long, or you already tipped on this order. Please open the order again.',
  },
  'file-link-over': {
    status: 404,
    title: 'This download link has expired',
    text: 'Links to files work for a few minutes and for one person. Open the order again to get a new one.',
  },
} satisfies Record<string, Trouble>

/** A page of plain HTML for a link that leads outside the web app (payments.md 1.5). */
export function sendTroublePage(reply: FastifyReply, name: keyof typeof troubles): FastifyReply {
  const { status, title, text } = troubles[name]
  const main = `<p>${text}</p>\n<p><a href="${webPaths.orders()}">Go to my tasks</a></p>`
  return sendPlainPage(reply.code(status), { title, main })
}
