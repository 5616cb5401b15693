import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { jobTypeById } from '@nerdify/domain/catalog/job-types.ts'
import { isDescribed } from '@nerdify/domain/orders/before-payment.ts'
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { serverNow } from '../../../api/client.ts'
import { useMe, useOrder, usePricing, useServicePrices } from '../../../api/queries.ts'
import type { BegunEntry } from '../../../begun-order.ts'
import { BlankScreen } from '../../../frame/BlankScreen.tsx'
import { ButtonLink } from '../../../frame/links.tsx'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts } from '../../../texts/orders/order-flow.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { Actions, Stack, Wrap } from '../../../ui/page/Layout.tsx'
import { Main } from '../../../ui/page/PageFrame.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/surfaces/Skeleton.tsx'
import { useDeadlineTerms } from '../deadline/deadline-terms.ts'
import { draftFromText } from '../draft/draft.ts'
import { drafts, newOrderDraftKey, orderDraftKey } from '../draft/drafts.ts'
import { type FlowPage, flowStateOf, leadsTo } from './flow-guards.ts'
import { stepPath } from './flow-place.ts'
import { useIsOffered } from '../job-type/offered-job-types.ts'
import { type FlowOrder, useDraftOrder, useStoredOrder } from '../flow-order.ts'
import styles from './OrderGate.module.css'
import { useOrderChanges } from '../changes/order-queues.ts'

interface StepGateProps {
  page: FlowPage
  /** Stands there until the order is read; bars where the step has no shape of its own. */
  loading?: ReactElement | undefined
  children: (order: FlowOrder) => ReactElement
}

/** Shows a step of the flow for the order or the draft that the address names, or leads to where it belongs. */
export function StepGate({ page, loading = <LoadingOrder />, children }: StepGateProps) {
  const { orderId, jobType } = useParams()
  const answers = [useMe(), usePricing(), useServicePrices()]
  // Neither the number of steps nor the price may change by itself once it is shown (ux 15, ux 23).
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
  // FLOW-03: a job type that does not exist goes to its choice.
  if (draftType === undefined) return <Navigate to={webPaths.newOrder()} replace />
  return (
    <DraftStep key={jobType} jobType={draftType} page={page}>
      {children}
    </DraftStep>
  )
}

/**
 * Stays true once it was. What failed to load is asked for again by each part that needs it: a gate that closed
 * meanwhile would take these parts away and bring them back, to ask again.
 */
export function useOnceTrue(now: boolean): boolean {
  const [once, setOnce] = useState(now)
  if (now && !once) setOnce(true)
  return now || once
}

function StoredStep({ order, children }: { order: Order; children: (order: FlowOrder) => ReactElement }) {
  return children(useStoredOrder(order))
}

/** FLOW-20: later steps need a draft to go on with. */
function DraftStep({ jobType, page, children }: StepGateProps & { jobType: FlowOrder['jobType'] }) {
  useBegunOrder(jobType)
  const order = useDraftOrder(jobType)
  const isOffered = useIsOffered()
  if (!isOffered(jobType)) return <Navigate to={webPaths.newOrder()} replace />
  const place = { jobType: jobType.id }
  if (page !== 'form' && order.faults.length > 0) return <Navigate to={stepPath('form', place)} replace />
  // FLOW-32: nothing is paid that says nothing of what is to be done.
  const files = order.draft.files?.length ?? 0
  if (page === 'extra-services' && !isDescribed({ details: order.details, files })) {
    return <Navigate to={stepPath('details', place)} replace />
  }
  return children(order)
}

/** Takes what was chosen at `/start` into the draft, once: its history entry has nothing of it from then on (DOOR-02). */
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

/** Reads the order that the address names and shows a page for it, if its state is one of those that the page is for. */
export function OrderGate(props: OrderGateProps) {
  const { orderId = '' } = useParams()
  return <GateOfOrder key={orderId} orderId={orderId} {...props} />
}

function GateOfOrder({ orderId, page, loading, children }: OrderGateProps & { orderId: string }) {
  const { changes, state } = useOrderChanges(orderId)
  // It may have changed in another tab (ux 18); what is on its way from this one answers with the order itself.
  const refetchOnWindowFocus = () => (changes.state().phase === 'settled' ? 'always' : false)
  const { data: order, error, isFetching, refetch } = useOrder(orderId, { refetchOnWindowFocus })
  const terms = useDeadlineTerms()

  useEffect(() => {
    changes.setLoading(isFetching)
    return () => changes.setLoading(false)
  }, [changes, isFetching])

  // What was typed is kept in the browser only until the server has it, and at most until the order is paid (FLOW-17).
  useEffect(() => {
    if (order === undefined) return
    const key = orderDraftKey(orderId)
    if (order.isLocked) drafts.clear(key)
    else if (drafts.read(key).details === order.details)
      drafts.change(key, { details: undefined, detailsFrom: undefined })
  }, [order, orderId])

  if (order === undefined) return <UnreadOrder error={error} refetch={refetch} loading={loading} />
  const flowState = state.phase === 'paid' ? 'paid' : flowStateOf(order, serverNow(), terms)
  const elsewhere = leadsTo(page, flowState, orderId)
  return elsewhere === undefined ? children(order) : <Navigate to={elsewhere} replace />
}

/** Bars in the shape of a step, while the order is read. */
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

/** A step whose order is being read. */
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
  /** Why it could not be read; null while it is. */
  error: CallError | null
  refetch: () => unknown
  loading?: ReactElement | undefined
}

/** An order that is being read, or cannot be shown: nothing is told of why, the cabinet is offered (API-01). */
export function UnreadOrder({ error, refetch, loading = <LoadingOrder /> }: UnreadOrderProps) {
  if (error === null) return loading
  const found = error.status !== 404
  return (
    <BlankScreen
      title={found ? orderFlowTexts.notLoadedTitle : orderFlowTexts.notFoundTitle}
      head={orderFlowTexts.order}
      lead={found ? orderFlowTexts.notLoadedText : orderFlowTexts.notFoundText}
      actions={
        <Actions>
          {found && (
            <Button variant="primary" onClick={() => void refetch()}>
              {orderFlowTexts.tryAgain}
            </Button>
          )}
          <ButtonLink to={webPaths.orders()} variant={found ? 'default' : 'primary'}>
            {orderFlowTexts.toMyTasks}
          </ButtonLink>
        </Actions>
      }
    />
  )
}
