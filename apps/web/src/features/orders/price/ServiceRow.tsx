import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { PricedService } from '@nerdify/domain/pricing/price.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import { extraServicesTexts, serviceTexts } from '../../../texts/orders/order-extra-services.ts'
import { priceTexts } from '../../../texts/orders/order-flow.ts'
import { AddOn } from '@nerdify/ui/order/AddOn.tsx'
import type { FlowOrder } from '../flow-order.ts'

type DescribedService = keyof typeof serviceTexts

interface ServiceRowProps {
  service: DescribedService
  order: FlowOrder
  /** The price; undefined while it loads. */
  priced?: Pick<PricedService, 'priceCents' | 'freeReason'> | undefined
  /** Says that it is already bought: the tick stays. */
  bought?: string | undefined
  onChange?: (added: boolean) => void
}

/** A service to add, its price for this order, and the last click's failure (ux 35); hidden without a price. */
export function ServiceRow({
  service,
  order,
  priced = order.price?.services[service],
  bought,
  onChange = (added) => order.setService(service, added),
}: ServiceRowProps) {
  const name = serviceNames[service]
  const includedBy = priced?.freeReason ?? null
  if (order.price !== undefined && priced === undefined) return null
  const fault = order.serviceFault?.tag === service ? order.serviceFault : undefined
  return (
    <AddOn
      title={name}
      text={serviceTexts[service]}
      price={includedBy !== null ? priceTexts.free : priced === undefined ? '' : formatMoney(priced.priceCents)}
      state={bought ?? (includedBy === null ? undefined : extraServicesTexts.includedBy[includedBy])}
      checked={order.added.includes(service)}
      busy={bought !== undefined}
      onChange={onChange}
      error={
        fault &&
        (fault.added ? extraServicesTexts.notAdded : extraServicesTexts.notRemoved)(name, failureText(fault.fault))
      }
    />
  )
}
