import type { Order } from '@nerdify/contract/orders.ts'
import { balanceQuery, type PriceNotice, priceNotice, webPaths } from '@nerdify/contract/web-paths.ts'
import { offeredServices } from '@nerdify/domain/catalog/services.ts'
import { detailsFault } from '@nerdify/domain/orders/task-description.ts'
import { stepsOf } from '@nerdify/domain/orders/order-steps.ts'
import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { useLateCredit, useMe } from '../../../api/queries.ts'
import { latePromiseText } from '../../../texts/late-promise.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { paymentButtonText, paymentNoteText } from '../../../orders/payment-offer.ts'
import { AddOnList } from '@nerdify/ui/order/AddOn.tsx'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Question, Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import { paymentButtonTexts, paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import { ifShown } from './usable-balance.ts'
import { hasLostCoupon } from './lost-coupon.ts'
import { stepPath, stepTermsOf } from '../flow/flow-place.ts'
import { StepGate } from '../flow/OrderGate.tsx'
import { PayNotices } from '../payment/PayNotices.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { PayButton } from '../payment/PayButton.tsx'
import { PricedStep } from './PricedStep.tsx'
import type { PriceNews } from './price-news.ts'
import { PreferredNerd } from './PreferredNerd.tsx'
import { Review } from './Review.tsx'
import { ServiceRow } from './ServiceRow.tsx'
import { UseBalance } from './UseBalance.tsx'
import { usePay } from '../payment/use-pay.ts'

/** Step 4: extra services, a review, and the link to the card page (FLOW-23). */
export function Component() {
  const steps = stepsOf(stepTermsOf(useMe().data))
  const { orderId } = useParams()
  const [query] = useSearchParams()
  if (!steps.includes('extra-services')) {
    // Without this step, the notice of a new price shows before the card page (PRICE-12).
    const notice = priceNotice(query)
    const showsNotice = orderId !== undefined && notice !== undefined
    return <Navigate to={showsNotice ? webPaths.orderPaymentRepriced(orderId, notice) : webPaths.orders()} replace />
  }
  return (
    <StepGate page="extra-services">
      {(order) =>
        detailsFault(order.details) !== undefined ? (
          <Navigate to={stepPath('details', order.place)} replace />
        ) : (
          <ExtraServices order={order} />
        )
      }
    </StepGate>
  )
}

function ExtraServices({ order }: { order: FlowOrder }) {
  const pay = usePay(order)
  const words = paymentWords(order)
  const latePromise = latePromiseText(useLateCredit())
  const notes = [words.note, latePromise].filter((note) => note !== undefined)
  const [query] = useSearchParams()
  const repriced = usePriceNotice(order.stored, priceNotice(query))
  const isBalanceChanged = query.get(balanceQuery.name) === balanceQuery.changed

  return (
    <PricedStep
      step="extra-services"
      order={order}
      title={extraServicesTexts.title}
      lede={extraServicesTexts.lede}
      notes={notes}
      assurance={paymentNoteTexts.safe}
      button={<PayButton pay={pay} label={words.label} />}
    >
      {isBalanceChanged && (
        <Banner kind="info" icon={<AlertIcon />} title={extraServicesTexts.balanceChanged}>
          {extraServicesTexts.balanceChangedText}
        </Banner>
      )}
      <PayNotices pay={pay} stored={order.stored} repriced={repriced} />
      <Worksheet plain>
        <AddOnList>
          {offeredServices.map((key) => (
            <ServiceRow key={key} service={key} order={order} />
          ))}
        </AddOnList>
      </Worksheet>
      <PreferredNerd order={order} />
      <UseBalance balance={order.balance} dueCents={order.price?.totalCents} onChange={order.setUseBalance} />
      <Worksheet plain>
        <Question title={extraServicesTexts.review}>
          <Review order={order} />
        </Question>
      </Worksheet>
    </PricedStep>
  )
}

/** Why the payment link leads back here: the price changed (PRICE-12). The order itself may report a lost coupon. */
function usePriceNotice(stored: Order | null, notice: PriceNotice | undefined): PriceNews | undefined {
  const [isReported] = useState(() => stored !== null && hasLostCoupon(stored))
  if (notice === 'withoutCoupon' && !isReported) return 'coupon_lost'
  return notice === 'changed' ? 'quote_lapsed' : undefined
}

/** The payment button's text, and the note next to it (PAY-13). */
function paymentWords({ price, balance }: FlowOrder): { label: string; note: string | undefined } {
  if (price === undefined) return { label: paymentButtonTexts.goOn, note: undefined }
  const split = ifShown(balance, { cardCents: balance.cardCents, balanceCents: balance.paysCents })
  return { label: paymentButtonText(split), note: paymentNoteText(split) }
}
