import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypeById } from '@nerdify/domain/catalog/job-types.ts'
import { isDescribed } from '@nerdify/domain/orders/before-payment.ts'
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { serverNow } from '../../../api/client.ts'
import { useMe, useOrder, usePricing, useServicePrices } from '../../../api/queries.ts'
import type { BegunEntry } from '../../../orders/begun-order.ts'
import { BlankScreen } from '../../../frame/BlankScreen.tsx'
import { ButtonLink } from '../../../frame/links.tsx'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Actions, Stack, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { Skeleton, SkeletonBar } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { useDeadlineTerms } from '../form/deadline-terms.ts'
import { draftFromText } from '../draft/draft.ts'
import { drafts, newOrderDraftKey, orderDraftKey } from '../draft/drafts.ts'
import { type FlowPage, flowStateOf, redirectFor } from './flow-guards.ts'
import { stepPath } from './flow-place.ts'
import { useIsOffered } from '../form/offered-job-types.ts'
import { type FlowOrder, useDraftOrder, useStoredOrder } from '../flow-order.ts'
import styles from './OrderGate.module.css'
import { useOrderChanges } from '../draft/order-queues.ts'

interface StepGateProps {
  page: FlowPage
  /** The skeleton while the order loads; generic bars by default. */
  loading?: ReactElement | undefined
  children: (order: FlowOrder) => ReactElement
}

/** Shows a step of the flow for the address's order or draft, or redirects to the right page. */
export function StepGate({ page, loading = <LoadingOrder />, children }: StepGateProps) {
  const { orderId, jobType } = useParams()
  const answers = [useMe(), usePricing(), useServicePrices()]
  // Neither the number of steps nor the price may change by itself once it shows (ux 15, ux 23).
  const isOpen = useOnceTrue(answers.every(({ isPending }) => !isPending))
  if (!isOpen) return loading
  if (orderId !== undefined) {
    return (
      <OrderGate page={page} loading={loading}>
        {(order) => <StoredStep order={order}>{children}</StoredStep>}
      </OrderGate>
    )
  }
  const draftType = jobTypeById(jobType ?? '')
  // FLOW-03: an unknown job type leads to the choice.
  if (draftType === undefined) return <Navigate to={webPaths.newOrder()} replace />
  return (
    <DraftStep key={jobType} jobType={draftType} page={page}>
      {children}
    </DraftStep>
  )
}

/**
 * True from the first time that `now` is true. A gate that closes again would remount its parts, and each would refetch
 * its failed data.
 */
export function useOnceTrue(now: boolean): boolean {
  const [once, setOnce] = useState(now)
  if (now && !once) setOnce(true)
  return now || once
}

function StoredStep({ order, children }: { order: Order; children: (order: FlowOrder) => ReactElement }) {
  return children(useStoredOrder(order))
}

/** FLOW-20: later steps need a draft. */
function DraftStep({ jobType, page, children }: StepGateProps & { jobType: FlowOrder['jobType'] }) {
  useBegunOrder(jobType)
  const order = useDraftOrder(jobType)
  const isOffered = useIsOffered()
  if (!isOffered(jobType)) return <Navigate to={webPaths.newOrder()} replace />
  const place = { jobType: jobType.id }
  if (page !== 'form' && order.faults.length > 0) return <Navigate to={stepPath('form', place)} replace />
  // FLOW-32: an order without a description cannot be paid.
  const files = order.draft.files?.length ?? 0
  if (page === 'extra-services' && !isDescribed({ details: order.details, files })) {
    return <Navigate to={stepPath('details', place)} replace />
  }
  return children(order)
}

/** Takes the choices of `/start` into the draft, once; the history entry then drops them (DOOR-02). */
function useBegunOrder(jobType: FlowOrder['jobType']) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const begun = (state as BegunEntry | null)?.begun
    if (begun?.jobType !== jobType.id) return
    drafts.change(newOrderDraftKey(jobType.id), draftFromText(JSON.stringify(begun)))
    void navigate(pathname, { replace: true, state: null })
  }, [state, jobType.id, pathname, navigate])
}

interface OrderGateProps {
  page: FlowPage
  loading?: ReactElement | undefined
  children: (order: Order) => ReactElement
}

/** Loads the address's order and shows its page, if its state fits the page. */
export function OrderGate(props: OrderGateProps) {
  const { orderId = '' } = useParams()
  return <GateOfOrder key={orderId} orderId={orderId} {...props} />
}

function GateOfOrder({ orderId, page, loading, children }: OrderGateProps & { orderId: string }) {
  const { changes, state } = useOrderChanges(orderId)
  // Another tab may have changed it (ux 18); a change in flight here answers with the order itself.
  const refetchOnWindowFocus = () => (changes.state().phase === 'settled' ? 'always' : false)
  const { data: order, error, isFetching, refetch } = useOrder(orderId, { refetchOnWindowFocus })
  const terms = useDeadlineTerms()

  useEffect(() => {
    changes.setLoading(isFetching)
    return () => changes.setLoading(false)
  }, [changes, isFetching])

  // Typed values stay in the browser until the server has them, and at most until the order is paid (FLOW-17).
  useEffect(() => {
    if (order === undefined) return
    const key = orderDraftKey(orderId)
    if (order.isLocked) return drafts.clear(key)
    const { title, details } = drafts.read(key)
    if (title === (order.title ?? '')) drafts.change(key, { title: undefined })
    if (details === order.details) drafts.change(key, { details: undefined, detailsFrom: undefined })
  }, [order, orderId])

  if (order === undefined) return <UnreadOrder error={error} refetch={refetch} loading={loading} />
  const flowState = state.phase === 'paid' ? 'paid' : flowStateOf(order, serverNow(), terms)
  const target = redirectFor(page, flowState, orderId)
  return target === undefined ? children(order) : <Navigate to={target} replace />
}

/** A generic skeleton of a step. */
export const LoadingOrder = () => (
  <LoadingStep>
    <Skeleton label={orderFlowTexts.loading}>
      <Stack gap={5}>
        <SkeletonBar width="half" height="title" />
        <SkeletonBar width="full" height="control" />
        <SkeletonBar width="full" height="control" />
        <SkeletonBar width="long" />
      </Stack>
    </Skeleton>
  </LoadingStep>
)

/** A step whose order is loading. */
export function LoadingStep({ children }: { children: ReactNode }) {
  useScreenTitle(orderFlowTexts.loading)
  return (
    <Main layout="flow" busy>
      <Wrap>
        <div className={styles.loading}>{children}</div>
      </Wrap>
    </Main>
  )
}

interface UnreadOrderProps {
  /** The error; null while it loads. */
  error: CallError | null
  refetch: () => unknown
  loading?: ReactElement | undefined
}

/** An order that is loading or failed to load: offers the cabinet without a reason (API-01). */
export function UnreadOrder({ error, refetch, loading = <LoadingOrder /> }: UnreadOrderProps) {
  if (error === null) return loading
  const exists = error.status !== 404
  return (
    <BlankScreen
      title={exists ? orderFlowTexts.notLoadedTitle : orderFlowTexts.notFoundTitle}
      head={orderFlowTexts.order}
      lead={exists ? orderFlowTexts.notLoadedText : orderFlowTexts.notFoundText}
      actions={
        <Actions>
          {exists && (
            <Button variant="primary" onClick={() => void refetch()}>
              {orderFlowTexts.tryAgain}
            </Button>
          )}
          <ButtonLink to={webPaths.orders()} variant={exists ? 'default' : 'primary'}>
            {orderFlowTexts.toMyTasks}
          </ButtonLink>
        </Actions>
      }
    />
  )
}
