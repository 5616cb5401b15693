import type { ListedReceipt } from '@nerdify/contract/order-receipt.ts'
import { lineAmount, type ReceiptLine, totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import { PriceRow, PriceRows } from './ui/order/PriceSummary.tsx'

/** The lines of a receipt, each with its amount: wherever the product lists money, it lists it so (EASE-06). */
export const ReceiptRows = ({ lines }: { lines: readonly ReceiptLine[] }) =>
  lines.map((line) => (
    <PriceRow key={line.text} term={line.text} discount={line.cents < 0}>
      {lineAmount(line)}
    </PriceRow>
  ))

/** A whole receipt: its lines, their sum, and what became of the money (EASE-06). */
export const ReceiptList = ({ lines, totalCents, below }: ListedReceipt & { below: readonly ReceiptLine[] }) => (
  <PriceRows>
    <ReceiptRows lines={[...lines, { text: totalText, cents: totalCents }, ...below]} />
  </PriceRows>
)
