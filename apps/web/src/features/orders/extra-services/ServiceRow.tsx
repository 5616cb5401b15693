import { serviceNames, servicePriceCents } from '@nerdify/domain/catalog/services.ts'
import { type Cents, centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { failureText } from '../../../api/failure-text.ts'
import { extraServicesTexts, serviceTexts } from '../../../texts/order-extra-services.ts'
import { priceTexts } from '../../../texts/order-flow.ts'
import { AddOn } from '../../../ui/AddOn.tsx'
import type { OrderChangesState } from '../order-changes.ts'
import type { OrderInHand } from '../order-in-hand.ts'

type DescribedService = keyof typeof serviceTexts

/** What {@link ServiceRow} takes. */
interface ServiceRowProps {
  service: DescribedService
  order: OrderInHand
  serviceFault: OrderChangesState['serviceFault']
  onChange: (added: boolean) => void
}

/** A service that may be added, what it costs for this order, and why the last press did not go through (ux 35). */
export function ServiceRow({ service, order, serviceFault, onChange }: ServiceRowProps) {
  const name = serviceNames[service]
  const isAdded = order.services.some(({ key }) => key === service)
  const isIncluded = order.included.includes(service)
  const cents = priceOfService(service, order)
  const fault = serviceFault?.tag === service ? serviceFault : undefined
  return (
    <AddOn
      title={name}
      text={serviceTexts[service]}
      price={isIncluded ? priceTexts.free : cents === undefined ? '' : formatMoney(cents)}
      state={stateOf(isAdded, order.stored?.services[service].free_reason ?? (isIncluded ? 'plan' : null))}
      checked={isAdded}
      onChange={onChange}
      error={
        fault &&
        (fault.added ? extraServicesTexts.notAdded : extraServicesTexts.notRemoved)(name, failureText(fault.fault))
      }
    />
  )
}

/** What the service costs for this order: what the server says, else by the rule (SRV-02). */
function priceOfService(service: DescribedService, { stored, live, price }: OrderInHand): Cents | undefined {
  if (stored !== null && stored.services[service].price > 0) return centsFromDollars(stored.services[service].price)
  return live && price && servicePriceCents(service, live.rates.services, price.quoteCents)
}

/** Whether the service is added, and what includes it, in words (ux 35). */
function stateOf(isAdded: boolean, includedBy: 'plan' | 'coupon' | null): string {
  const state = isAdded ? extraServicesTexts.added : extraServicesTexts.add
  return includedBy === null ? state : `${state}, ${extraServicesTexts.includedBy[includedBy]}`
}
