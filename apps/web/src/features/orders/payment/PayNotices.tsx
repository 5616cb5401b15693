import type { Order } from '@nerdify/contract/orders.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { InView, PressFailure } from '../flow/OrderNotices.tsx'
import { PriceNewsBanner, priceNewsWords } from '../flow/PriceNewsBanner.tsx'
import type { PriceNews } from '../price/price-news.ts'
import type { Pay } from './use-pay.ts'

interface PayNoticesProps {
  pay: Pay
  stored: Order | null
  /** Why the price changed, unless a click's result says more. */
  repriced?: PriceNews | undefined
}

/** The result of a click on the payment button, unless it led to the card page. */
export function PayNotices({ pay, stored, repriced }: PayNoticesProps) {
  const news = pay.repriced ?? repriced
  return (
    <>
      <VisuallyHidden role="status">{news === undefined ? '' : priceNewsWords(news).said}</VisuallyHidden>
      {news !== undefined && (
        <InView key={pay.repriced} pressed={pay.repriced !== undefined}>
          <PriceNewsBanner news={news} order={stored} />
        </InView>
      )}
      <PressFailure title={extraServicesTexts.notPlaced} failure={pay.failure} onRetry={pay.retry} byPress />
    </>
  )
}
