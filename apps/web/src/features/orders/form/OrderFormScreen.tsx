import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { asCallError } from '../../../api/call-error.ts'
import { failureText } from '../../../api/failure-text.ts'
import { queryKeys } from '../../../api/queries.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx'
import { linkClass } from '../../../ui/actions/TextLink.tsx'
import { AnswerLine, Question, Worksheet } from '../../../ui/order/Worksheet.tsx'
import { CouponBlock } from '../coupon/CouponBlock.tsx'
import { hasLostCoupon } from '../coupon/lost-coupon.ts'
import { type FlowPlace, stepPath } from '../flow/flow-place.ts'
import { FlowScreen } from '../flow/FlowScreen.tsx'
import { JobTypeIcon } from '../job-type/JobTypeIcon.tsx'
import { StepGate } from '../flow/OrderGate.tsx'
import { OrderNotices, PressFailure } from '../flow/OrderNotices.tsx'
import { opensCalendar } from '../deadline/deadline-choice.ts'
import type { FormFault } from './order-faults.ts'
import { missingFields, type FlowOrder } from '../flow-order.ts'
import { orderChangesOf } from '../changes/order-queues.ts'
import { usePlaceOrder } from '../draft/place-order.ts'
import { returnPathOf } from '../flow/return-path.ts'
import { PriceBar, PriceCard, PriceDetails } from '../price/PriceCard.tsx'
import { DeadlineField } from './DeadlineField.tsx'
import type { RefusedDate } from './DatePicker.tsx'
import { LoadingForm } from './LoadingForm.tsx'
import { SizeField } from './SizeField.tsx'
import { SubjectField } from './SubjectField.tsx'

/** Step 2: subject, size, deadline and the price of it, for a new order and for one that exists (FLOW-04). */
export function Component() {
  return (
    <StepGate page="form" loading={<LoadingForm />}>
      {(order) => <OrderForm order={order} />}
    </StepGate>
  )
}

/** Places the order or saves its last changes, then leads on to the details (FLOW-16). */
function useGetItDone(order: FlowOrder) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const placeOrder = usePlaceOrder(order)
  const { state } = useLocation()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<CallError>()

  const placeNew = async () => {
    const isHere = trackScreen()
    const { _id: orderId } = await placeOrder()
    if (!isHere()) return
    // Back from the details leads to this order's form, never to a form that would place another (ux 16).
    await navigate(stepPath('form', { orderId }), { replace: true })
    await navigate(stepPath('details', { orderId }))
  }

  const saveStored = async (stored: Order) => {
    const isHere = trackScreen()
    const changes = orderChangesOf(queryClient, stored._id)
    const missing = missingFields(stored, order)
    if (Object.keys(missing).length > 0) changes.change(missing)
    if (changes.state().phase === 'failed') changes.retry()
    if (!(await changes.settled()) || !isHere()) return
    // A coupon that this very change has cost is told here, before the next step (DISC-15).
    const saved = queryClient.getQueryData<Order>(queryKeys.order(stored._id))
    if (stored.discountCode !== null && saved !== undefined && hasLostCoupon(saved)) return
    await navigate(returnPathOf(state) ?? stepPath('details', { orderId: stored._id }))
  }

  const getItDone = async () => {
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      await (order.stored === null ? placeNew() : saveStored(order.stored))
    } catch (thrown) {
      setFault(asCallError(thrown))
    }
    setBusy(false)
  }
  return { getItDone: () => void getItDone(), busy, fault }
}

/** A question of the form, or the field within the last one for a date that is typed. */
type FormField = FormFault['field'] | 'date'

function OrderForm({ order }: { order: FlowOrder }) {
  const { jobType, choices, choose, stored } = order
  const { getItDone, busy, fault } = useGetItDone(order)
  const id = useId()
  const fieldIds: Record<FormField, string> = {
    subject: `${id}-subject`,
    size: `${id}-size`,
    deadline: `${id}-deadline`,
    date: `${id}-date`,
  }
  const [attempts, setAttempts] = useState(0)
  const [sizeComplete, setSizeComplete] = useState(false)
  const [refusedDate, setRefusedDate] = useState<RefusedDate>()
  const faults: { field: FormField; text: string }[] = [...order.faults]
  if (refusedDate !== undefined && opensCalendar(choices.deadline, order.stops, order.now)) {
    faults.push({ field: 'date', text: orderFormTexts.typedDateFault })
  }
  const faultOf = (field: FormField) => faults.find((each) => each.field === field)?.text
  const tried = attempts > 0
  // What comes up after everything was put right is a new fault: it waits for the next press.
  if (tried && faults.length === 0) setAttempts(0)
  const isDateShown = tried || refusedDate?.isLeft === true
  const isBlocked = faults.some(
    ({ field }) =>
      tried || field === 'deadline' || (field === 'size' && sizeComplete) || (field === 'date' && isDateShown),
  )
  const place: FlowPlace = stored === null ? { jobType: jobType.id } : { orderId: stored._id }
  const { state } = useLocation()

  const press = () => {
    if (faults.length === 0) return getItDone()
    setAttempts(attempts + 1)
    setSizeComplete(true)
  }
  const button = (
    <Button variant="primary" block="full" blocked={isBlocked} busy={busy && orderFlowTexts.saving} onClick={press}>
      {orderFormTexts.getItDone}
    </Button>
  )
  const showsSummary = tried && faults.length > 0

  return (
    <FlowScreen
      step="form"
      place={place}
      title={orderFormTexts.title}
      faulty={showsSummary}
      notices={<OrderNotices order={order} />}
      side={
        <PriceCard order={order} note={priceTexts.payLater} coupon={<CouponBlock order={order} />}>
          {button}
        </PriceCard>
      }
      below={<PriceDetails order={order} note={priceTexts.payLater} coupon={<CouponBlock order={order} />} />}
      bar={<PriceBar order={order}>{button}</PriceBar>}
    >
      {fault !== undefined && (
        <PressFailure title={orderFormTexts.notPlaced} onRetry={getItDone}>
          {failureText(fault)}
        </PressFailure>
      )}
      {showsSummary && (
        <ErrorSummary key={attempts} faults={faults.map(({ field, text }) => ({ fieldId: fieldIds[field], text }))} />
      )}
      <Worksheet>
        <Question number={1} title={orderFormTexts.typeOfTask}>
          <AnswerLine
            icon={<JobTypeIcon jobType={jobType.id} />}
            change={
              <Link className={linkClass()} to={stepPath('job-type', place)} state={'jobType' in place ? place : state}>
                {orderFlowTexts.change}
              </Link>
            }
          >
            {jobType.name}
          </AnswerLine>
        </Question>
        <Question number={2} title={orderFormTexts.subject} single>
          <SubjectField
            id={fieldIds.subject}
            subject={choices.subject}
            error={tried ? faultOf('subject') : undefined}
            onChoose={(subject) => choose({ subject })}
          />
        </Question>
        <Question number={3} title={orderFormTexts.length}>
          <SizeField
            id={fieldIds.size}
            jobType={jobType}
            size={choices.size}
            error={sizeComplete ? faultOf('size') : undefined}
            onChoose={(size) => {
              choose({ size })
              if (faultOf('size') === undefined) setSizeComplete(false)
            }}
            onComplete={() => setSizeComplete(true)}
          />
        </Question>
        <Question number={4} title={orderFormTexts.deadline}>
          <DeadlineField
            id={fieldIds.deadline}
            order={order}
            error={faultOf('deadline')}
            typing={{
              id: fieldIds.date,
              refused: refusedDate,
              error: isDateShown ? faultOf('date') : undefined,
              onRefuse: setRefusedDate,
            }}
          />
        </Question>
      </Worksheet>
    </FlowScreen>
  )
}
