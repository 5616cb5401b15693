import { type Cents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { AddOn } from '@nerdify/ui/order/AddOn.tsx'
import { Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import type { UsableBalance } from './usable-balance.ts'

interface UseBalanceProps {
  balance: UsableBalance
  /** The amount due at this step, before the balance. */
  dueCents: Cents | undefined
  onChange: (isUsed: boolean) => void
}

/** The choice to pay from the balance (PAY-13), if there is one. */
export function UseBalance({ balance: { usableCents, isUsed, paysCents }, dueCents, onChange }: UseBalanceProps) {
  if (usableCents <= 0) return null
  const keptCents = isUsed && dueCents !== undefined && paysCents < dueCents ? usableCents - paysCents : 0
  return (
    <Worksheet plain>
      <AddOn
        title={extraServicesTexts.myBalance}
        price={formatMoney(usableCents)}
        text={keptCents > 0 ? extraServicesTexts.balanceKept(formatMoney(keptCents)) : extraServicesTexts.balanceText}
        state={isUsed ? extraServicesTexts.balanceUsed(formatMoney(paysCents)) : extraServicesTexts.balanceUnused}
        checked={isUsed}
        onChange={onChange}
      />
    </Worksheet>
  )
}
