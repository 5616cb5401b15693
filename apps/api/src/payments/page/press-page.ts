import { webPaths } from '@nerdify/contract/web-paths.ts'
import { dollarsFromCents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { addServicesText, payFromBalanceText, placeOrderText } from '@nerdify/domain/payments/press-texts.ts'
import { orderNumberText } from '@nerdify/domain/orders/order-texts.ts'
import type { FastifyReply } from 'fastify'
import { sendPlainPage } from '../../http/answers/plain-page.ts'
import { escapeHtml } from '../../http/answers/escape-html.ts'
import type { PaymentPress } from './open-payment.ts'

const styles = `
button{font:700 1.0625rem/1.5 var(--font-body,system-ui,sans-serif);padding:.75rem 1.5rem;border:0;border-radius:.75rem;background:light-dark(#2138d4,#8aa6ff);color:light-dark(#fff,#13151d);cursor:pointer}
`

/**
 * The page with the button that pays without a card (SAFE-12): programs that scan mails open links too. The form posts
 * to the link itself with the balance that was shown (PAY-13), in cents here.
 */
export function sendPressPage(
  reply: FastifyReply,
  page: PaymentPress & {
    token: string
    query: Partial<Record<'success_url' | 'cancel_url' | 'subscription_id', string>>
  },
): FastifyReply {
  const { token, query, orderNumber, balanceCents, later, back } = page
  const action = webPaths.payOrder(token, { ...query, balance: String(dollarsFromCents(balanceCents)) })
  const { text, button } = textsOf({ balanceCents, later })
  return sendPlainPage(reply.header('x-robots-tag', 'noindex'), {
    title: orderNumberText(escapeHtml(orderNumber)),
    styles,
    main: `<p>${escapeHtml(text)}</p>
<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(button)}</button></form>
<p><a href="${escapeHtml(back)}">${back === webPaths.orders() ? 'Go to my tasks' : 'Go back without paying'}</a></p>`,
  })
}

function textsOf({ balanceCents, later }: Pick<PaymentPress, 'balanceCents' | 'later'>) {
  if (balanceCents > 0) {
    const text = `Your balance covers it all: ${formatMoney(balanceCents)}. No card needed, and we take nothing until you press the button.`
    return { text, button: payFromBalanceText }
  }
  if (later) {
    const text = 'What you’ve paid already covers it. We’ll add it to your order when you press the button.'
    return { text, button: addServicesText }
  }
  const text = 'There’s nothing left to pay. Your order goes to our Nerds when you press the button.'
  return { text, button: placeOrderText }
}
