import type { Order } from '@nerdify/contract/orders.ts'
import { lazy, Suspense } from 'react'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import type { PriceNews } from '../price/price-news.ts'

/** The refusals' texts load on demand. */
const LossOfCoupon = lazy(async () => ({ default: (await import('../price/LossOfCoupon.tsx')).LossOfCoupon }))

/** The words of a price change, for the screen and a screen reader; a lost coupon's refusal explains itself. */
export function priceNewsWords(news: PriceNews): { title: string; text?: string; said: string } {
  if (news === 'coupon_lost') return { title: couponTexts.takenAway, said: couponTexts.takenAway }
  const { repriced: title, repricedBecause } = extraServicesTexts
  return { title, text: repricedBecause[news], said: `${title}. ${repricedBecause[news]}` }
}

/** `order` is the stored one. */
interface PriceNewsBannerProps {
  news: PriceNews
  order: Order | null
  onClose?: () => void
}

/** Says that the price changed, and why (PRICE-12, DISC-15). */
export function PriceNewsBanner({ news, order, onClose }: PriceNewsBannerProps) {
  const { title, text } = priceNewsWords(news)
  return (
    <Banner icon={<AlertIcon />} title={title} onClose={onClose}>
      {news === 'coupon_lost' && order !== null ? (
        <Suspense>
          <LossOfCoupon order={order} />
        </Suspense>
      ) : (
        <span>{text}</span>
      )}
      <span>{` ${extraServicesTexts.totalHere}`}</span>
    </Banner>
  )
}
