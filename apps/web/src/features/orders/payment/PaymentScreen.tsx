import type { Order } from '@nerdify/contract/orders.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts } from '../../../texts/order-flow.ts'
import { paymentTexts } from '../../../texts/order-payment.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Actions, Stack, Text, Wrap } from '../../../ui/Layout.tsx'
import { Main } from '../../../ui/PageFrame.tsx'
import { OrderGate } from '../OrderGate.tsx'
import { noteLeaving, paymentHref } from '../../../payment-link.ts'

/** Takes the person to the card page; a paid order goes to its thank-you page (FLOW-24). */
export function Component() {
  const { orderId = '' } = useParams()
  return (
    <OrderGate key={orderId} orderId={orderId} page="payment">
      {(order) => <Leaving order={order} />}
    </OrderGate>
  )
}

function Leaving({ order }: { order: Order }) {
  useScreenTitle(paymentTexts.title)
  const href = paymentHref(order)
  // Back from the card page then leads to where the person came from, and not into this page again.
  useEffect(() => {
    noteLeaving(order._id)
    window.location.replace(href)
  }, [order._id, href])
  return (
    <Main layout="flow" busy>
      <Wrap narrow>
        <Stack gap={4}>
          <h1>{paymentTexts.title}</h1>
          <p role="status">{paymentTexts.text}</p>
          <Text look="muted">
            {orderFlowTexts.orderNumber(order.number)}, {formatMoney(centsFromDollars(order.price))}
          </Text>
          <Actions>
            <a className={buttonClass({ variant: 'primary' })} href={href}>
              {paymentTexts.goOn}
            </a>
          </Actions>
        </Stack>
      </Wrap>
    </Main>
  )
}
