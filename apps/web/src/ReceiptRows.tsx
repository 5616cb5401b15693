import { lineAmount, type ReceiptLine } from '@nerdify/domain/payments/receipt-lines.ts'
import { PriceRow } from './ui/order/PriceSummary.tsx'

/** The lines of a receipt, each with its amount: wherever the product lists money, it lists it so (EASE-06). */
export const ReceiptRows = ({ lines }: { lines: readonly ReceiptLine[] }) =>
  lines.map((line) => (
    <PriceRow key={line.text} term={line.text} discount={line.cents < 0}>
      {lineAmount(line)}
    </PriceRow>
  ))
