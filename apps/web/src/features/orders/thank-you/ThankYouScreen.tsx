import type { Order, PaymentCheckAnswer } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { api } from '../../../api/client.ts'
import { queryKeys, storeOrder, useMe } from '../../../api/queries.ts'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { thankYouTexts } from '../../../texts/orders/order-payment.ts'
import { buttonClass } from '../../../ui/actions/Button.tsx'
import { Bubble } from '../../../ui/choices/ChoiceRow.tsx'
import { CheckIcon } from '../../../ui/actions/Icons.tsx'
import { Actions, Stack, Text, TwoColumns, Wrap } from '../../../ui/page/Layout.tsx'
import { Main } from '../../../ui/page/PageFrame.tsx'
import { Status } from '../../../ui/order/Status.tsx'
import { Worksheet } from '../../../ui/order/Worksheet.tsx'
import { paymentOffer } from '../../../payment-offer.ts'
import { ownDeadlineTexts } from '../deadline/deadline-text.ts'
import { drafts, orderDraftKey } from '../draft/drafts.ts'
import { NoOrder } from '../flow/OrderGate.tsx'
import { noteReturned, paymentHref, pressToPay } from '../../../payment-link.ts'
import { AppPromo } from './AppPromo.tsx'
import { MoreFiles } from './MoreFiles.tsx'
import { MoreServices } from './MoreServices.tsx'
import { checkPause } from './check-pauses.ts'
import styles from './ThankYouScreen.module.css'

/**
 * After the card page. The server says whether the order is paid, so a bookmark of this page, or a visit without paying,
 * shows the truth (FLOW-25, PAY-03, ux 38).
 */
export function Component() {
  const { orderId = '' } = useParams()
  const { data, error, refetch } = usePaymentCheck(orderId)
  if (data === undefined && error !== null) {
    return <NoOrder found={error.status !== 404} onRetry={() => void refetch()} />
  }
  if (data === undefined || data.status === 'confirming') return <Confirming order={data?.order} />
  return data.status === 'paid' ? <Paid order={data.order} /> : <Unpaid order={data.order} />
}

/** The name under which the answer about an order's payment is kept. */
export const paymentCheckKey = (orderId: string) => ['paymentCheck', orderId] as const

/** Asks for the payment until it is there, with growing pauses; not while the tab is hidden, and at once on return. */
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

/** What the three outcomes share; `side` stands beside them from 900 px, and below on phones. */
function Outcome({
  title,
  busy,
  side,
  children,
}: {
  title: string
  busy?: boolean
  side?: ReactNode
  children: ReactNode
}) {
  useScreenTitle(title)
  const outcome = <Stack gap={5}>{children}</Stack>
  return (
    <Main busy={busy}>
      <Wrap narrow={side === undefined}>
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
  <Link className={buttonClass({ variant: look })} to={webPaths.orders()}>
    {orderFlowTexts.toMyTasks}
  </Link>
)

const Questions = () => (
  <p>
    {thankYouTexts.contact} <Link to={webPaths.contactUs()}>{thankYouTexts.contactUs}</Link>
  </p>
)

function Confirming({ order }: { order: Order | undefined }) {
  return (
    <Outcome title={thankYouTexts.confirmingTitle} busy>
      <h1>{thankYouTexts.confirmingTitle}</h1>
      <div role="status">
        {order !== undefined && <Text look="lede">{orderFlowTexts.orderNumber(order.number)}</Text>}
        <Text look="lede">{thankYouTexts.confirmingText}</Text>
      </div>
      <Actions>
        <ToMyTasks look="default" />
      </Actions>
      <Questions />
    </Outcome>
  )
}

function Unpaid({ order }: { order: Order }) {
  const { data: me } = useMe()
  const paidCents = centsFromDollars(order.client_paid)
  const dueCents = centsFromDollars(order.price) - paidCents
  const { text, ...offer } = paymentOffer(order, me?.available_balance)
  const title = paidCents > 0 ? thankYouTexts.partlyPaidTitle : thankYouTexts.unpaidTitle
  return (
    <Outcome title={title}>
      <h1>{title}</h1>
      <div role="status">
        <Text look="lede">
          {paidCents > 0
            ? thankYouTexts.partlyPaidText(order.number, formatMoney(dueCents))
            : thankYouTexts.unpaidText(order.number)}
        </Text>
      </div>
      <Actions>
        <a
          className={buttonClass({ variant: 'primary' })}
          href={paymentHref(order, offer)}
          onClick={(event) => pressToPay(event, order, offer)}
        >
          {text}
        </a>
        <ToMyTasks look="default" />
      </Actions>
      <Questions />
    </Outcome>
  )
}

function Paid({ order }: { order: Order }) {
  const { number, deadline, client_paid, client_status } = order
  const isNerdSought = client_status === 'In progress'
  const title = isNerdSought ? thankYouTexts.paidTitle : thankYouTexts.paidLaterTitle
  return (
    <Outcome title={title} side={order.isCanAddServices ? <MoreServices order={order} /> : <AppPromo />}>
      <header className={styles.head}>
        <Status kind="done" icon={<CheckIcon />}>
          {thankYouTexts.paid(formatMoney(centsFromDollars(client_paid)))}
        </Status>
        <h1>{title}</h1>
        <div role="status">
          <Text look="lede">
            {deadline === null
              ? orderFlowTexts.orderNumber(number)
              : thankYouTexts.due(number, ownDeadlineTexts.deadline(Date.parse(deadline)))}
          </Text>
        </div>
      </header>
      {isNerdSought && (
        <Worksheet plain>
          <h2 className={styles.nextTitle}>{thankYouTexts.next}</h2>
          <ol className={styles.next}>
            {thankYouTexts.steps.map(([name, text], index) => (
              <li key={name}>
                <Bubble>{index + 1}</Bubble>
                <h3>{name}</h3>
                <Text look="small">{text}</Text>
              </li>
            ))}
          </ol>
        </Worksheet>
      )}
      {order.isCanShowStatusBar && <MoreFiles order={order} />}
      <Actions>
        <ToMyTasks look="primary" />
        {order.receipt_link !== null && (
          <a className={buttonClass({})} href={order.receipt_link}>
            {thankYouTexts.receipt}
          </a>
        )}
      </Actions>
      <Questions />
    </Outcome>
  )
}
