import type { Order } from '@nerdify/contract/orders.ts'
import { CreditSteps } from '@nerdify/ui/order/CreditSteps.tsx'
import { lateCreditSteps } from './late-order.ts'
import { lateTexts } from '../texts/late.ts'

/** The steps of a late order's credit, while it still grows; `now` is epoch milliseconds of the server's clock. */
export function LateCredit({ order, now }: { order: Order; now: number }) {
  const steps = lateCreditSteps(order, now)
  return steps.some(({ isNow }) => !isNow) && <CreditSteps label={lateTexts.creditSteps} steps={steps} />
}
