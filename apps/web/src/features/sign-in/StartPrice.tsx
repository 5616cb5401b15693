import type { PricingAnswer } from '@nerdify/contract/pricing.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import type { Price } from '@nerdify/domain/pricing/price.ts'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { newcomerApi } from '../../api/client.ts'
import { ForFriends, useNotForFriends } from '../../frame/ForFriends.tsx'
import { PrerenderedPrice } from '../../frame/prerendered-price.ts'
import { useAction } from '../../frame/use-action.ts'
import { startTexts } from '../../texts/start.ts'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import type { Elements } from '@nerdify/ui/elements.ts'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '@nerdify/ui/order/PriceSummary.tsx'
import { Card } from '@nerdify/ui/surfaces/Card.tsx'

/** The public prices; while `failed`, `retry` loads them again. */
export function usePublicPrices() {
  const [rates, setRates] = useState<PricingAnswer>()
  const { run, failure } = useAction(async () => setRates(await newcomerApi.pricing()))
  const readFirst = useEffectEvent(run)
  useEffect(() => void readFirst(), [])
  return { rates, failed: failure !== undefined, retry: run }
}

/** The price of the default choices in the served page (DOOR-01), which shows until the prices load. */
export function useServedPrice(): string | undefined {
  const prerendered = use(PrerenderedPrice)
  return typeof document === 'undefined'
    ? prerendered
    : document.querySelector<HTMLElement>('[data-price]')?.dataset.price
}

interface StartPriceProps {
  price: Price | undefined
  /** The formatted total. */
  amount: string | undefined
  isFriend: boolean
  /** Loads the prices again, if they failed. */
  retry: false | (() => unknown)
  /** Under the price: the number, and the button that continues with it. */
  children: Elements
}

/** The price of the choices, updated with each choice (DOOR-01, FLOW-15). */
export const StartPrice = ({ price, amount, isFriend, retry, children }: StartPriceProps) => (
  <Card title={startTexts.price}>
    <ForFriends isFriend={isFriend}>
      <PriceRows>
        <PriceRow term={startTexts.usual}>{price === undefined ? '–' : formatMoney(price.quoteCents)}</PriceRow>
        <PriceRow term={startTexts.friendsGift} discount>
          {price === undefined ? '–' : startTexts.less(formatMoney(price.discountCents))}
        </PriceRow>
      </PriceRows>
    </ForFriends>
    <div className={useNotForFriends()}>
      <PriceTotal label={startTexts.total} amount={amount} />
    </div>
    <PriceActions>
      {retry && (
        <PriceNote>
          <span>{startTexts.noPrices}</span> <LinkButton onClick={retry}>{startTexts.tryAgain}</LinkButton>
        </PriceNote>
      )}
      {children}
      <PriceNote>{startTexts.payLater}</PriceNote>
    </PriceActions>
  </Card>
)
