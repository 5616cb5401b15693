import type { ListedReceipt } from '@nerdify/contract/order-receipt.ts'
import { lineAmount, type ReceiptLine, totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import { PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'

/** The lines of a receipt with their amounts; every screen that lists money uses them (EASE-06). */
export const ReceiptRows = ({ lines }: { lines: readonly ReceiptLine[] }) =>
  lines.map((line) => (
    <PriceRow key={line.text} term={line.text} discount={line.cents < 0}>
      {lineAmount(line)}
    </PriceRow>
  ))

/** A whole receipt: its lines, their sum, and the payments and refunds below it (EASE-06). */
export const ReceiptList = ({ lines, totalCents, below }: ListedReceipt & { below: readonly ReceiptLine[] }) => (
  <PriceRows>
    <ReceiptRows lines={[...lines, { text: totalText, cents: totalCents }, ...below]} />
  </PriceRows>
)
