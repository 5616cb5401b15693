import type { ListedReceipt } from '@nerdify/contract/order-receipt.ts'
import { type ReceiptLine, totalText } from '@nerdify/domain/payments/receipt-lines.ts'
import { ReceiptRows } from './ReceiptRows.tsx'
import { PriceRows } from './ui/order/PriceSummary.tsx'

/** A whole receipt: its lines, their sum, and what became of the money (EASE-06). */
export const ReceiptList = ({ lines, totalCents, below }: ListedReceipt & { below: readonly ReceiptLine[] }) => (
  <PriceRows>
    <ReceiptRows lines={[...lines, { text: totalText, cents: totalCents }, ...below]} />
  </PriceRows>
)
