import { webPaths } from '@nerdify/contract/web-paths.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { FastifyReply } from 'fastify'
import { sendPlainPage } from '../../http/answers/plain-page.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { escapeHtml } from '../../http/answers/escape-html.ts'
import { paidBy, type Receipt, receiptDate } from './receipts.ts'

const styles = `
h2{font:700 1.25rem/1.3 Georgia,serif;margin:2rem 0 .5rem}
article{border-top:1px solid;break-inside:avoid}
table{width:100%;border-collapse:collapse}
th,td{padding:.375rem 0;text-align:left;vertical-align:top;font-weight:400}
td{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot th,tfoot td{border-top:1px solid;font-weight:700}
@media print{nav{display:none}}
`

/** The page has its one style sheet and nothing else that is active. */
const policy = "default-src 'none'; style-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The receipts of an order as a page of their own, to be printed (PAY-14). It needs no sign-in: its address is a secret of its own (SAFE-12). */
export function sendReceiptsPage(
  reply: FastifyReply,
  { order, publicUrl }: { order: StoredOrder; publicUrl: string },
  { receipts, returned }: { receipts: readonly Receipt[]; returned: readonly { at: number; cents: number }[] },
): FastifyReply {
  const title = `Receipt for order No. ${escapeHtml(order.number)}`
  reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
  return sendPlainPage(reply, {
    title,
    styles,
    main: `<p>Nerdify. All amounts are in US dollars.</p>
${receipts.length === 0 ? '<p>Nothing is paid for this order yet.</p>' : receipts.map(article).join('\n')}
${returned.length === 0 ? '' : `<article><h2>Given back</h2><table><tbody>${returned.map(({ at, cents }) => row(receiptDate(at), cents)).join('')}</tbody></table></article>`}
<p>How refunds work: <a href="${publicUrl}${webPaths.refunds()}">${publicUrl}${webPaths.refunds()}</a></p>
<nav><p><a href="${webPaths.orders()}">Go to my tasks</a></p></nav>`,
  })
}

const row = (text: string, cents: number) =>
  `<tr><th scope="row">${escapeHtml(text)}</th><td>${escapeHtml(formatMoney(cents))}</td></tr>`

const article = (receipt: Receipt) => `<article>
<h2>Receipt No. ${escapeHtml(receipt.number)}</h2>
<p>${receiptDate(receipt.at)}</p>
<table>
<tbody>${receipt.lines.map(({ text, cents }) => row(text, cents)).join('')}</tbody>
<tfoot>${row('Total', receipt.totalCents)}</tfoot>
</table>
<p>${escapeHtml(paidBy(receipt))}</p>
</article>`
