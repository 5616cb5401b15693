import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { failureText } from '../../../api/failure-text.ts'
import { extraServicesTexts, serviceTexts } from '../../../texts/orders/order-extra-services.ts'
import { priceTexts } from '../../../texts/orders/order-flow.ts'
import { AddOn } from '../../../ui/order/AddOn.tsx'
import type { OrderChangesState } from '../changes/order-changes.ts'
import type { FlowOrder } from '../flow-order.ts'

type DescribedService = keyof typeof serviceTexts

interface ServiceRowProps {
  service: DescribedService
  order: FlowOrder
  serviceFault: OrderChangesState['serviceFault']
  onChange: (added: boolean) => void
}

/**
 * A service that may be added, what it costs for this order, and why the last press did not go through (ux 35); nothing
 * for one that has no price yet.
 */
export function ServiceRow({ service, order, serviceFault, onChange }: ServiceRowProps) {
  const name = serviceNames[service]
  const isAdded = order.added.includes(service)
  const priced = order.price?.services[service]
  const includedBy = priced?.freeReason ?? null
  if (order.price !== undefined && priced === undefined) return null
  const fault = serviceFault?.tag === service ? serviceFault : undefined
  return (
    <AddOn
      title={name}
      text={serviceTexts[service]}
      price={includedBy !== null ? priceTexts.free : priced === undefined ? '' : formatMoney(priced.priceCents)}
      state={includedBy === null ? undefined : extraServicesTexts.includedBy[includedBy]}
      checked={isAdded}
      onChange={onChange}
      error={
        fault &&
        (fault.added ? extraServicesTexts.notAdded : extraServicesTexts.notRemoved)(name, failureText(fault.fault))
      }
    />
  )
}
