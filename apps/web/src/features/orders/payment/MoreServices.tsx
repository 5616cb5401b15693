import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { isTooLateFor } from '@nerdify/domain/orders/additional-services.ts'
import { parseClientStatus } from '@nerdify/domain/orders/order-status.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { ButtonLink } from '../../../frame/links.tsx'
import { additionalServicesTexts } from '../../../texts/orders/order-additional-services.ts'
import { priceTexts } from '../../../texts/orders/order-flow.ts'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { Card } from '@nerdify/ui/surfaces/Card.tsx'
import { PriceActions, PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { servicesLeftOf } from '../price/services-left.ts'

/** The extra services that a paid order can still add, with the link to them (FLOW-25). */
export function MoreServices({ order }: { order: Order }) {
  const status = parseClientStatus(order.client_status) ?? null
  const available = servicesLeftOf(order).filter((key) => !isTooLateFor(key, status))
  return (
    <Card title={additionalServicesTexts.moreServices} badge={<NerdBadge size="small" />}>
      <PriceRows>
        {available.map((key) => (
          <PriceRow key={key} term={serviceNames[key]}>
            {order.services[key].free_reason === null
              ? formatMoney(centsFromDollars(order.services[key].price))
              : priceTexts.free}
          </PriceRow>
        ))}
      </PriceRows>
      <PriceActions>
        <ButtonLink to={webPaths.orderAdditionalServices(order._id)} block="full">
          {additionalServicesTexts.seeServices}
        </ButtonLink>
      </PriceActions>
    </Card>
  )
}
