import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { receiptOf, receiptOfPayment, settlementOf } from '@nerdify/contract/order-receipt.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { isReceiptMailed } from '@nerdify/domain/payments/receipt-lines.ts'
import { paidLines } from '@nerdify/domain/payments/settled-lines.ts'
import { lostDiscountText } from '@nerdify/domain/discounts/lost-discount.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router'
import { api, serverNow } from '../../../api/client.ts'
import { announcementWayOf } from '../../../api/announcement-way-of.ts'
import { useServerTime } from '../../../api/server-time.ts'
import { queryKeys, storeOrder, useMe } from '../../../api/queries.ts'
import { LateCredit } from '../../../orders/LateCredit.tsx'
import { isOrderLate, lateSentences } from '../../../orders/late-order.ts'
import { ButtonLink, ContactUs } from '../../../frame/links.tsx'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { thankYouTexts } from '../../../texts/orders/order-payment.ts'
import { paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import { buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Bubble } from '@nerdify/ui/choices/ChoiceRow.tsx'
import { CheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { Actions, Stack, Text, TwoColumns, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Status } from '@nerdify/ui/order/Status.tsx'
import { Worksheet, Question } from '@nerdify/ui/order/Worksheet.tsx'
import { paymentOffer } from '../../../orders/payment-offer.ts'
import { ownDeadlineTexts } from '../form/deadline-text.ts'
import { drafts, orderDraftKey } from '../draft/drafts.ts'
import { UnreadOrder } from '../flow/OrderGate.tsx'
import { noteReturned, paymentHref, pressToPay } from '../../../orders/payment-link.ts'
import { ReceiptList } from '../../../orders/ReceiptRows.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { checkPause } from '../../../orders/check-pauses.ts'
import styles from './ThankYouScreen.module.css'
import type { Elements } from '@nerdify/ui/elements.ts'
import { isTooLateFor } from '@nerdify/domain/orders/additional-services.ts'
import { additionalServicesTexts } from '../../../texts/orders/order-additional-services.ts'
import { NerdBadge } from '@nerdify/ui/page/Brand.tsx'
import { PriceActions, PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { unboughtServices } from '../price/unbought-services.ts'
import { showsAppPromo } from '@nerdify/domain/orders/app-promo.ts'
import { UploadList } from '../../../uploads/UploadList.tsx'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import type { Draft } from '../draft/draft.ts'
import { UnsavedNotice } from '../flow/OrderNotices.tsx'
import { useTaskFiles } from '../details/use-task-files.ts'

/**
 * The page after the card page. The server says whether the order is paid, so that a bookmark or a visit without
 * payment shows the true state (FLOW-25, PAY-03, ux 38).
 */
export function Component() {
  const { orderId = '' } = useParams()
  const { data, error, refetch } = usePaymentCheck(orderId)
  if (data === undefined && error !== null) return <UnreadOrder error={error} refetch={refetch} />
  if (data === undefined || data.status === 'confirming') return <Confirming order={data?.order} />
  const end = endOf(data.order)
  if (end !== undefined) return <Ended order={data.order} end={end} />
  return data.status === 'paid' ? <Paid order={data.order} payment={data.payment} /> : <Unpaid order={data.order} />
}

/** The query key of an order's payment check. */
export const paymentCheckKey = (orderId: string) => ['paymentCheck', orderId] as const

/** Polls the payment with backoff; not while the tab is hidden, and at once on return. */
function usePaymentCheck(orderId: string) {
  const queryClient = useQueryClient()
  const check = useQuery<PaymentCheckAnswer>({
    queryKey: paymentCheckKey(orderId),
    queryFn: () => api.checkPayment(orderId),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'paid'
        ? false
        : checkPause(state.dataUpdateCount + state.errorUpdateCount),
    refetchOnWindowFocus: ({ state }) => (state.data?.status === 'paid' ? false : 'always'),
  })
  const { data } = check
  useEffect(() => {
    if (data === undefined) return
    storeOrder(queryClient, data.order)
    if (data.status !== 'paid') return
    noteReturned()
    void queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
    drafts.clear(orderDraftKey(data.order._id))
  }, [queryClient, data])
  return check
}

interface OutcomeProps {
  title: string
  busy?: boolean
  /** Above the heading. */
  status?: Elements
  lede: ReactNode
  /** Between the sentence and the actions. */
  children?: Elements
  actions: ReactNode
  /** Below the actions. */
  notes?: readonly string[]
  /** Beside the outcome from 900 px, below it on phones. */
  side?: ReactNode
}

/** The shared layout of all outcomes. */
function Outcome({ title, busy, status, lede, children, actions, notes = [], side }: OutcomeProps) {
  useScreenTitle(title)
  const { orderId } = useParams()
  const outcome = (
    <Stack gap={5}>
      <header className={styles.head}>
        {status}
        <h1>{title}</h1>
        <div role="status">
          <Text look="lede">{lede}</Text>
        </div>
      </header>
      {children}
      <Actions>{actions}</Actions>
      {notes.map((note) => (
        <Text key={note} look="small">
          {note}
        </Text>
      ))}
      <p>
        {thankYouTexts.contact} <ContactUs orderId={orderId} />
      </p>
    </Stack>
  )
  return (
    <Main busy={busy}>
      <Wrap narrow={side === undefined && 'narrow'}>
        {side === undefined ? (
          outcome
        ) : (
          <TwoColumns side={side} sideOnPhone="after">
            {outcome}
          </TwoColumns>
        )}
      </Wrap>
    </Main>
  )
}

const ToMyTasks = ({ look }: { look: 'primary' | 'default' }) => (
  <ButtonLink variant={look} to={webPaths.orders()}>
    {orderFlowTexts.toMyTasks}
  </ButtonLink>
)

const Confirming = ({ order }: { order: Order | undefined }) => (
  <Outcome
    title={thankYouTexts.confirmingTitle}
    busy
    lede={(order === undefined ? '' : `${orderFlowTexts.orderNumber(order.number)}. `) + thankYouTexts.confirmingText}
    actions={<ToMyTasks look="default" />}
  />
)

/** Why there is nothing to thank for: the order has ended, or a refund is requested (FLOW-25). */
function endOf({
  isDeleted,
  declined,
  system_client_status: system,
}: Order): keyof typeof thankYouTexts.over | undefined {
  if (isDeleted) return 'deleted'
  if (declined) return 'declined'
  if (system === 'Refund Accepted') return 'refunded'
  return system === 'Refund Requested' ? 'refundRequested' : undefined
}

function Ended({ order, end }: { order: Order; end: keyof typeof thankYouTexts.over }) {
  const { title, text } = thankYouTexts.over[end]
  return (
    <Outcome
      title={title}
      lede={text(order.number, formatMoney(centsFromDollars(order.refunded)))}
      actions={<SettledActions order={order} />}
      side={<Receipt order={order} />}
    />
  )
}

/** The receipt of this payment, or the order's if the payment is unknown (EASE-06). */
function Receipt({ order, payment }: { order: Order; payment?: PaymentCheckAnswer['payment'] }) {
  const paid = payment == null ? undefined : receiptOfPayment(payment)
  return (
    <Card title={thankYouTexts.receipt}>
      {paid === undefined ? (
        <ReceiptList {...receiptOf(order)} below={settlementOf(order)} />
      ) : (
        <ReceiptList {...paid} below={paidLines(paid)} />
      )}
    </Card>
  )
}

/** Links of a paid order: the cabinet, and its receipts. */
const SettledActions = ({ order: { receipt_link: link } }: { order: Order }) => (
  <>
    <ToMyTasks look="primary" />
    {link !== null && (
      <a className={buttonClass({})} href={link}>
        {thankYouTexts.receipt}
      </a>
    )}
  </>
)

function Unpaid({ order }: { order: Order }) {
  const { data: me } = useMe()
  const paidCents = centsFromDollars(order.client_paid)
  const dueCents = centsFromDollars(order.price) - paidCents
  const { text, ...offer } = paymentOffer(order, me?.available_balance)
  const isPartlyPaid = paidCents > 0
  const why = isPartlyPaid ? lostDiscountText(order.discountErrorType) : undefined
  return (
    <Outcome
      title={isPartlyPaid ? thankYouTexts.partlyPaidTitle : thankYouTexts.unpaidTitle}
      lede={
        isPartlyPaid
          ? thankYouTexts.partlyPaidText(order.number, formatMoney(dueCents))
          : thankYouTexts.unpaidText(order.number)
      }
      actions={
        <>
          <a
            className={buttonClass({ variant: 'primary' })}
            href={paymentHref(order, offer)}
            onClick={(event) => pressToPay(event, order, offer)}
          >
            {text}
          </a>
          <ToMyTasks look="default" />
        </>
      }
      notes={[...(why === undefined ? [] : [why]), offer.note, paymentNoteTexts.safe]}
    />
  )
}

/** Where the receipt was mailed; an unconfirmed replacement address gets none. */
function useReceiptNote(paidCents: number): string[] {
  const { data: me } = useMe()
  if (me?.email == null || !isReceiptMailed(paidCents)) return []
  return [thankYouTexts.receiptMailed(me.email.email, me.email_confirmed !== false)]
}

function Paid({ order, payment }: { order: Order; payment: PaymentCheckAnswer['payment'] }) {
  const { number, deadline, client_paid, client_status } = order
  const paidCents = centsFromDollars(payment?.total ?? client_paid)
  // What this payment was for: added services, or the order itself (PAY-08).
  const added = payment?.services?.map((key) => serviceNames[key]).join(', ')
  const now = useServerTime()
  const late = lateSentences(order, now, (at) => ownDeadlineTexts.deadline(at, now))
  const isNerdSought = client_status === 'In progress' && late.length === 0
  const title =
    added !== undefined
      ? thankYouTexts.addedTitle
      : isNerdSought
        ? thankYouTexts.paidTitle
        : thankYouTexts.paidLaterTitle
  return (
    <Outcome
      title={title}
      status={
        <Status kind="done" icon={<CheckIcon />}>
          {thankYouTexts.paid(formatMoney(paidCents))}
        </Status>
      }
      lede={
        (added === undefined ? '' : `${thankYouTexts.added(added)} `) +
        (deadline === null
          ? orderFlowTexts.orderNumber(number)
          : late.length > 0
            ? `${orderFlowTexts.orderNumber(number)}. ${late.join(' ')}`
            : thankYouTexts.due(number, ownDeadlineTexts.deadline(Date.parse(deadline), serverNow())))
      }
      actions={
        <>
          <SettledActions order={order} />
          {late.length === 0 && order.calendar_link != null && (
            <a className={buttonClass({ variant: 'quiet' })} href={order.calendar_link}>
              {thankYouTexts.addToCalendar}
            </a>
          )}
        </>
      }
      notes={useReceiptNote(paidCents)}
      side={
        <Stack gap={4}>
          <Receipt order={order} payment={payment} />
          {order.isCanAddServices && !isOrderLate(order, now) ? <MoreServices order={order} /> : <AppPromo />}
        </Stack>
      }
    >
      <LateCredit order={order} now={now} />
      {isNerdSought && added === undefined && <NextSteps />}
      {order.isCanShowStatusBar && <MoreFiles order={order} />}
    </Outcome>
  )
}

function NextSteps() {
  const steps = thankYouTexts.taken[announcementWayOf(useMe().data)]
  return (
    <Worksheet plain>
      <h2 className={styles.nextTitle}>{thankYouTexts.next}</h2>
      <ol className={styles.next}>
        {thankYouTexts.steps(steps).map(([name, text], index) => (
          <li key={name}>
            <Bubble>{index + 1}</Bubble>
            <h3>{name}</h3>
            <Text look="small">{text}</Text>
          </li>
        ))}
      </ol>
    </Worksheet>
  )
}

/** The extra services that a paid order can still add, with the link to them (FLOW-25). */
function MoreServices({ order }: { order: Order }) {
  const available = unboughtServices(order).filter((key) => !isTooLateFor(key, order.client_status))
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

const isAndroid = () => /android/i.test(navigator.userAgent)

/** The app's promotion, once all services are added (FLOW-25). */
function AppPromo() {
  const { data: me } = useMe()
  if (me === undefined) return null
  const terms = { experiment: me.exp_data.app2_scale, country: me.country_final, tags: me.tags, isAndroid: isAndroid() }
  if (!showsAppPromo(terms)) return null
  return (
    <Card title={thankYouTexts.appTitle} badge={<NerdBadge size="small" />}>
      <CardBody>
        <p>{thankYouTexts.appText}</p>
        <Text look="small">{thankYouTexts.appHow}</Text>
      </CardBody>
    </Card>
  )
}

const noDraft: Draft = {}

/** The files of a paid order, which cannot be removed, and a field to add more while the Nerd works (FLOW-25). */
function MoreFiles({ order }: { order: Order }) {
  const uploads = useTaskFiles({ stored: order, draftKey: orderDraftKey(order._id), draft: noDraft })
  return (
    <Worksheet plain>
      <Question title={uploads.items.length > 0 ? thankYouTexts.files : thankYouTexts.noFiles}>
        <UnsavedNotice orderId={order._id} />
        <UploadList
          label={thankYouTexts.files}
          uploads={uploads}
          keepsLoaded
          addLabel={thankYouTexts.addFiles}
          addHint={orderDetailsTexts.attachHint}
        />
      </Question>
    </Worksheet>
  )
}
