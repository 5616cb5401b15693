import type { Order } from '@nerdify/contract/orders.ts'
import { type PriceNotice, priceNotice, webPaths } from '@nerdify/contract/web-paths.ts'
import { adultText } from '@nerdify/domain/fair-dealing/adult.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { type ComponentProps, useEffect, useId, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useLateCredit, useMe } from '../../../api/queries.ts'
import { latePromiseText } from '../../../texts/late-promise.ts'
import { useLeavingSite } from '../../../frame/restored-page.ts'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { couponTexts } from '../../../texts/orders/order-coupon.ts'
import { extraServicesTexts } from '../../../texts/orders/order-extra-services.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import { paymentTexts } from '../../../texts/orders/order-payment.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Checkbox } from '@nerdify/ui/fields/Checkbox.tsx'
import { Actions, Stack, Text, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { MissingNotice, missingOf } from '../details/MissingNotice.tsx'
import { ContinueButton, TaskQuestions, useTaskAnswers } from '../details/TaskQuestions.tsx'
import { HonourCode } from '../details/HonourCode.tsx'
import { useStoredOrder } from '../flow-order.ts'
import { UnsavedNotice } from '../flow/OrderNotices.tsx'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { useAdult } from '../details/use-adult.ts'
import { useOnePress } from '../flow/one-press.ts'
import { isPromo } from '../flow/flow-guards.ts'
import { LoadingOrder, OrderGate } from '../flow/OrderGate.tsx'
import { leaveForPayment, paymentHref, pressToPay } from '../../../orders/payment-link.ts'
import { paymentOffer } from '../../../orders/payment-offer.ts'
import type { Elements } from '@nerdify/ui/elements.ts'

/**
 * Leads to the card page; a paid order goes to its thank-you page (FLOW-24). Missing fields come first: in the details
 * step, or here if there is none (FLOW-32), with the age (LAW-02). If no card is needed, a click pays (SAFE-12).
 */
export const Component = () => <OrderGate page="payment">{(order) => <Payment order={order} />}</OrderGate>

function Payment({ order }: { order: Order }) {
  const { isPending, data: client } = useMe()
  // Fixed when the page opens: the answer must not remove the question before the card page shows.
  const [missing, setMissing] = useState<ReturnType<typeof missingOf>>()
  if (missing === undefined && client !== undefined) setMissing(missingOf(order, client))
  const [query] = useSearchParams()
  if (isPending) return <LoadingOrder />
  if (missing?.some((step) => step !== 'age')) {
    return isPromo(order) ? (
      <DetailsFirst order={order} />
    ) : (
      <Navigate to={webPaths.orderDetailsBeforePayment(order._id)} replace />
    )
  }
  if (missing?.includes('age')) return <AgeFirst order={order} />
  const notice = priceNotice(query)
  if (notice !== undefined) return <Repriced order={order} notice={notice} />
  const offer = paymentOffer(order, client?.available_balance)
  return offer.isCovered ? (
    <ByPress order={order} offer={offer} />
  ) : (
    <Leaving order={order} isClientLoaded={client !== undefined} />
  )
}

/** The payment link, with the subscription of this page's address (AUTH-12). */
function useHref(order: Order): string {
  const [query] = useSearchParams()
  return paymentHref(order, { subscriptionId: query.get('subscription_id') ?? undefined })
}

/** Back from the card page then leads to the page before this one. */
function leaveNow(orderId: string, href: string): void {
  leaveForPayment(orderId)
  window.location.replace(href)
}

/** The button that leads to the card page once `save` is true; it works again if the page stays (ux 32). */
function useContinue(order: Order, save: () => Promise<boolean>) {
  const href = useHref(order)
  const [isLeaving, setLeaving] = useLeavingSite()
  const goOn = useOnePress(async () => {
    const isHere = trackScreen()
    if (!(await save()) || !isHere()) return
    setLeaving(true)
    leaveNow(order._id, href)
  })
  return { ...goOn, busy: goOn.busy || isLeaving }
}

/** The fields that the payment needs (FLOW-32). */
function DetailsFirst({ order }: { order: Order }) {
  const flowOrder = useStoredOrder(order)
  const answers = useTaskAnswers(flowOrder)
  const goOn = useContinue(order, async () => {
    const isSaved = await answers.save()
    if (!isSaved) answers.fail()
    return isSaved
  })
  return (
    <PrePaymentPage title={orderDetailsTexts.title}>
      <UnsavedNotice orderId={order._id} />
      <MissingNotice order={order} />
      <OrderLine order={order} />
      <TaskQuestions order={flowOrder} answers={answers} />
      <HonourCode />
      <Actions>
        <ContinueButton answers={answers} goOn={goOn} label={paymentTexts.goOn} />
      </Actions>
    </PrePaymentPage>
  )
}

/** No card is needed: only a click pays (SAFE-12, PAY-13). */
const ByPress = ({ order, offer }: { order: Order; offer: ReturnType<typeof paymentOffer> }) => (
  <PrePaymentPage title={orderFlowTexts.orderNumber(order.number)}>
    <p>{offer.note}</p>
    <LatePromise />
    <p>
      <Money>{formatMoney(offer.shownBalanceCents ?? 0)}</Money>
    </p>
    <CardPageLink href={paymentHref(order, offer)} onClick={(event) => pressToPay(event, order, offer)}>
      {offer.text}
    </CardPageLink>
    <Text look="small">{paymentNoteTexts.safe}</Text>
  </PrePaymentPage>
)

/** A page before the card page: heading, text, order, and the button to continue. */
function PrePaymentPage({ title, busy, children }: { title: string; busy?: boolean; children: Elements }) {
  useScreenTitle(title)
  return (
    <Main layout="flow" busy={busy}>
      <Wrap narrow="narrow">
        <Stack gap={4}>
          <h1>{title}</h1>
          {children}
        </Stack>
      </Wrap>
    </Main>
  )
}

/** The link to the card page. */
const CardPageLink = ({ children, ...link }: ComponentProps<'a'>) => (
  <Actions>
    <a {...link} className={buttonClass({ variant: 'primary' })}>
      {children}
    </a>
  </Actions>
)

/** The credit for late work, if any is promised (WAIT-05). */
function LatePromise() {
  const promise = latePromiseText(useLateCredit())
  return promise !== undefined && <Text look="muted">{promise}</Text>
}

const OrderLine = ({ order }: { order: Order }) => (
  <Text look="muted">
    {`${orderFlowTexts.orderNumber(order.number)}, ${formatMoney(centsFromDollars(order.price))}`}
  </Text>
)

/** A new price shows before the card page asks for it (PRICE-12). */
const Repriced = ({ order, notice }: { order: Order; notice: PriceNotice }) => (
  <PrePaymentPage title={extraServicesTexts.repriced}>
    <p>
      {`${notice === 'withoutCoupon' ? couponTexts.takenAway : extraServicesTexts.repricedBecause.quote_lapsed} ${extraServicesTexts.totalHere}`}
    </p>
    <Text look="muted">{orderFlowTexts.orderNumber(order.number)}</Text>
    <p>
      <Money>{formatMoney(centsFromDollars(order.price))}</Money>
    </p>
    <CardPageLink href={paymentHref(order)} onClick={() => leaveForPayment(order._id)}>
      {paymentTexts.goOn}
    </CardPageLink>
  </PrePaymentPage>
)

function AgeFirst({ order }: { order: Order }) {
  const id = useId()
  const adult = useAdult()
  const [tried, setTried] = useState(false)
  const goOn = useContinue(order, adult.save)
  return (
    <PrePaymentPage title={paymentTexts.ageTitle}>
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
    </PrePaymentPage>
  )
}

function Leaving({ order, isClientLoaded }: { order: Order; isClientLoaded: boolean }) {
  const href = useHref(order)
  // Until the client loads, only a click opens the card page, because it may lead back here.
  useEffect(() => {
    if (isClientLoaded) leaveNow(order._id, href)
  }, [order._id, href, isClientLoaded])
  return (
    <PrePaymentPage title={paymentTexts.title} busy>
      <p role="status">{paymentTexts.text}</p>
      <OrderLine order={order} />
      <CardPageLink href={href}>{paymentTexts.goOn}</CardPageLink>
    </PrePaymentPage>
  )
}
