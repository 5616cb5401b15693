import { webPaths } from '@nerdify/contract/web-paths.ts'
import { lineAmount, type ReceiptLine, totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import { refundedText, paidLines } from '@nerdify/domain/payments/settled-lines.ts'
import type { FastifyReply } from 'fastify'
import { sendPlainPage } from '../../http/answers/plain-page.ts'
import type { StoredOrder } from '../../orders/list/own-order.ts'
import { escapeHtml } from '../../http/answers/escape-html.ts'
import type { Settings } from '../../settings.ts'
import { type Receipt, receiptDate, soldBy } from './receipts.ts'

const styles = `
h2{font:620 1.25rem/1.3 var(--font-display,Georgia,serif);margin:0;white-space:nowrap}
article{margin:1rem 0;padding:1.25rem;background:light-dark(#fffefa,#1c1f2a);border:1px solid light-dark(#dedaca,#333745);border-radius:.3125rem;break-inside:avoid}
article p{margin:.25rem 0 .75rem}
.quiet{color:light-dark(#4e5263,#bdbbb3);font-size:.9375rem}
table{width:100%;border-collapse:collapse}
tr{border-bottom:1px solid light-dark(#c9d4ec,#2f3a57)}
tr:last-child{border-bottom:0}
th,td{padding:.6875rem 0;text-align:left;vertical-align:top;font-weight:400}
td{padding-left:1rem;text-align:right;font-weight:500;font-variant-numeric:tabular-nums;white-space:nowrap}
.total th,.total td{font-weight:700}
.total mark{padding:.125rem .375rem;color:#1a1c2b;background:#ffd34e;border-radius:.25rem}
@media print{nav{display:none}article{background:none}.total mark{background:none;padding:0}}
`

/** The page allows its own style sheet, and our fonts. */
const policy =
  "default-src 'none'; style-src 'none'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The printable receipts of an order (PAY-14). No sign-in: the address is a secret of its own (SAFE-12). */
export function sendReceiptsPage(
  reply: FastifyReply,
  { order, settings }: { order: StoredOrder; settings: Settings },
  { receipts, refunds }: { receipts: readonly Receipt[]; refunds: readonly { at: number; cents: number }[] },
): FastifyReply {
  const { publicUrl, companyZone: zone } = settings
  const title = `Receipt for order No. ${escapeHtml(order.number)}`
  reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
  return sendPlainPage(reply, {
    title,
    styles,
    main: `<p class="quiet">${escapeHtml(soldBy(settings))}<br>Questions? Write to <a href="mailto:${settings.supportEmail}">${escapeHtml(settings.supportEmail)}</a><br>All amounts are in US dollars.</p>
${receipts.length === 0 ? '<p>Nothing is paid for this order yet.</p>' : receipts.map((receipt) => article(receipt, zone)).join('\n')}
${refunds.length === 0 ? '' : `<article><h2>${refundedText}</h2><table><tbody>${refunds.map(({ at, cents }) => row({ text: receiptDate(at, zone), cents })).join('')}</tbody></table></article>`}
<p class="quiet">How refunds work: <a href="${publicUrl}${webPaths.refunds()}">${publicUrl}${webPaths.refunds()}</a></p>
<nav><p class="quiet">To keep it, print this page, or choose “Save as PDF” where your browser prints.</p>
<p><a href="${webPaths.orders()}">Go to my tasks</a></p></nav>`,
  })
}

const row = (line: ReceiptLine) =>
  `<tr><th scope="row">${escapeHtml(line.text)}</th><td>${escapeHtml(lineAmount(line))}</td></tr>`

const article = (receipt: Receipt, zone: string) => {
  const total = lineAmount({ cents: receipt.totalCents })
  return `<article>
<h2>Receipt No. ${escapeHtml(receipt.number)}</h2>
<p class="quiet">${escapeHtml(receiptDate(receipt.at, zone))}</p>
<table>
<tbody>${receipt.lines.map(row).join('')}</tbody>
<tbody class="total"><tr><th scope="row">${totalText}</th><td><mark>${escapeHtml(total)}</mark></td></tr></tbody>
<tbody>${paidLines(receipt).map(row).join('')}</tbody>
</table>
</article>`
}
