import type { PricingAnswer } from '@nerdify/contract/pricing.ts'
import { formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, serverNow } from '../../api/client.ts'
import { ForFriends } from '../../frame/ForFriends.tsx'
import { useAction } from '../../frame/use-action.ts'
import { startTexts } from '../../texts/start.ts'
import { LinkButton } from '@nerdify/ui/actions/TextLink.tsx'
import { PriceActions, PriceNote, PriceRow, PriceRows, PriceTotal } from '@nerdify/ui/order/PriceSummary.tsx'
import { Card } from '@nerdify/ui/surfaces/Card.tsx'
import { type StartChoices, startPrice } from './start-choices.ts'

/** The public prices; while `failed`, `retry` loads them again. */
function usePublicPrices() {
  const [rates, setRates] = useState<PricingAnswer>()
  const { run, failure } = useAction(async () => setRates(await api.pricing()))
  const readFirst = useEffectEvent(run)
  useEffect(() => void readFirst(), [])
  return { rates, failed: failure !== undefined, retry: run }
}

/** The price of the choices, updated with each choice (DOOR-01, FLOW-15). */
export function StartPrice({ choices, isFriend }: { choices: StartChoices; isFriend: boolean }) {
  const { rates, failed, retry } = usePublicPrices()
  const price = rates && startPrice(choices, rates, { now: serverNow(), isFriend })
  return (
    <Card title={startTexts.price}>
      <ForFriends isFriend={isFriend}>
        <PriceRows>
          <PriceRow term={startTexts.usual}>{price === undefined ? '–' : formatMoney(price.quoteCents)}</PriceRow>
          <PriceRow term={startTexts.friendsGift} discount>
            {price === undefined ? '–' : startTexts.less(formatMoney(price.discountCents))}
          </PriceRow>
        </PriceRows>
      </ForFriends>
      <PriceTotal label={startTexts.total} amount={price && formatMoney(price.totalCents)} />
      <PriceActions>
        <PriceNote>
          {failed ? (
            <span>
              {startTexts.noPrices} <LinkButton onClick={retry}>{startTexts.tryAgain}</LinkButton>
            </span>
          ) : (
            startTexts.payLater
          )}
        </PriceNote>
      </PriceActions>
    </Card>
  )
}
