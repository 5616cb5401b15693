import type { Order } from '@nerdify/contract/orders.ts'
import { type PriceTold, priceTold } from '@nerdify/contract/web-paths.ts'
import { adultText } from '@nerdify/domain/fair-dealing/adult.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useMe } from '../../../api/queries.ts'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { couponTexts } from '../../../texts/order-coupon.ts'
import { extraServicesTexts } from '../../../texts/order-extra-services.ts'
import { orderFlowTexts } from '../../../texts/order-flow.ts'
import { paymentTexts } from '../../../texts/order-payment.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Actions, Stack, Text, Wrap } from '../../../ui/Layout.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Main } from '../../../ui/PageFrame.tsx'
import { useAdult } from '../fair-dealing/use-adult.ts'
import { useOnePress } from '../one-press.ts'
import { LoadingOrder, OrderGate } from '../OrderGate.tsx'
import { leaveForPayment, paymentHref } from '../../../payment-link.ts'

/**
 * Takes the person to the card page; a paid order goes to its thank-you page (FLOW-24). Somebody who has not confirmed their
 * age is asked first (LAW-02).
 */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <OrderGate key={orderId} orderId={orderId} page="payment">
      {(order) => <Payment order={order} />}
    </OrderGate>
  )
}

function Payment({ order }: { order: Order }) {
  const { isPending, data: client } = useMe()
  // As it was when the page opened: the answer is not to take the question away before the card page comes.
  const [wasConfirmed, setWasConfirmed] = useState<boolean>()
  if (wasConfirmed === undefined && client !== undefined) setWasConfirmed(client.adult_confirmed)
  const [query] = useSearchParams()
  if (isPending) return <LoadingOrder />
  if (wasConfirmed === false) return <AgeFirst order={order} />
  const told = priceTold(query)
  return told !== undefined ? (
    <Repriced order={order} told={told} />
  ) : (
    <Leaving order={order} knows={client !== undefined} />
  )
}

/** One page on the way to the card page: its heading, what it says, the order, and the button on. */
function WayPage({ title, busy, children }: { title: string; busy?: boolean; children: ReactNode }) {
  useScreenTitle(title)
  return (
    <Main layout="flow" busy={busy}>
      <Wrap narrow>
        <Stack gap={4}>
          <h1>{title}</h1>
          {children}
        </Stack>
      </Wrap>
    </Main>
  )
}

const OrderLine = ({ order }: { order: Order }) => (
  <Text look="muted">
    {orderFlowTexts.orderNumber(order.number)}, {formatMoney(centsFromDollars(order.price))}
  </Text>
)

/** A new price is told before the card page asks for it (PRICE-12). */
const Repriced = ({ order, told }: { order: Order; told: PriceTold }) => (
  <WayPage title={extraServicesTexts.repriced}>
    <p>
      {told === 'withoutCoupon' ? couponTexts.takenAway : extraServicesTexts.repricedBecause.quote_lapsed}{' '}
      {extraServicesTexts.totalHere}
    </p>
    <Text look="muted">{orderFlowTexts.orderNumber(order.number)}</Text>
    <p>
      <Money>{formatMoney(centsFromDollars(order.price))}</Money>
    </p>
    <Actions>
      <a
        className={buttonClass({ variant: 'primary' })}
        href={paymentHref(order)}
        onClick={() => leaveForPayment(order._id)}
      >
        {paymentTexts.goOn}
      </a>
    </Actions>
  </WayPage>
)

function AgeFirst({ order }: { order: Order }) {
  const id = useId()
  const adult = useAdult()
  const [tried, setTried] = useState(false)
  const goOn = useOnePress(async () => {
    if (!(await adult.save())) return
    leaveForPayment(order._id)
    window.location.replace(paymentHref(order))
  })
  return (
    <WayPage title={paymentTexts.ageTitle}>
      <p>{paymentTexts.ageText}</p>
      <Checkbox
        id={id}
        label={adultText}
        checked={adult.isTicked}
        onChange={adult.tick}
        error={adult.error ?? (tried ? adult.fault : undefined)}
      />
      <OrderLine order={order} />
      <Actions>
        <Button
          variant="primary"
          blocked={adult.fault !== undefined}
          busy={goOn.busy && orderFlowTexts.saving}
          onClick={() => (adult.fault === undefined ? goOn.press() : setTried(true))}
        >
          {paymentTexts.goOn}
        </Button>
      </Actions>
    </WayPage>
  )
}

function Leaving({ order, knows }: { order: Order; knows: boolean }) {
  const href = paymentHref(order)
  // Back from the card page then leads to where the person came from, and not into this page again.
  // Without knowing the client it is left to them: the link may lead back here.
  useEffect(() => {
    if (!knows) return
    leaveForPayment(order._id)
    window.location.replace(href)
  }, [order._id, href, knows])
  return (
    <WayPage title={paymentTexts.title} busy>
      <p role="status">{paymentTexts.text}</p>
      <OrderLine order={order} />
      <Actions>
        <a className={buttonClass({ variant: 'primary' })} href={href}>
          {paymentTexts.goOn}
        </a>
      </Actions>
    </WayPage>
  )
}
