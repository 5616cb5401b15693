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
    text: 'It may be incomplete. You can pay for your order from your task list.',
  },
  'account-blocked': {
    status: 422,
    title: 'You can’t pay right now',
    text: blockedText,
  },
  'unknown-receipt-link': {
    status: 404,
    title: 'This receipt link doesn’t work',
    text: 'It may be incomplete. The receipts of an order stand in its details in your task list.',
  },
  'unknown-calendar-link': {
    status: 404,
    title: 'This calendar link doesn’t work',
    text: 'It may be incomplete. The deadline of an order is on its card in your task list.',
  },
  'unknown-plan-link': {
    status: 404,
    title: 'This link doesn’t work',
    text: 'It may be incomplete, or you may have a newer one. You can see your plan once you are signed in.',
  },
  'card-provider-unavailable': {
    status: 503,
    title: 'The payment page isn’t available right now',
    text: 'You have not been charged, and your order is kept. Please try again in a minute.',
  },
  'tip-refused': {
    status: 422,
    title: 'This tip could not be paid',
    text: 'You have not been charged. The form may have been open for too long, or the order is tipped already. Please open the order again.',
  },
  'file-link-over': {
    status: 404,
    title: 'This download link is over',
    text: 'Links to files work for a few minutes and for one person. Open the order again to get a new one.',
  },
} satisfies Record<string, Trouble>

/** A page of plain HTML for a link that leads outside the web app (payments.md 1.5). */
export function sendTroublePage(reply: FastifyReply, name: keyof typeof troubles): FastifyReply {
  const { status, title, text } = troubles[name]
  const main = `<p>${text}</p>\n<p><a href="${webPaths.orders()}">Go to my tasks</a></p>`
  return sendPlainPage(reply.code(status), { title, main })
}
