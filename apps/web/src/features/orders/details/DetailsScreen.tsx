import { beforeQuery, webPaths } from '@nerdify/contract/web-paths.ts'
import { nextStep } from '@nerdify/domain/orders/order-steps.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMe } from '../../../api/queries.ts'
import { loadAhead } from '../../../frame/load-ahead.ts'
import { trackScreen } from '../../../frame/track-screen.ts'
import { navigatedAway } from '../../../frame/use-action.ts'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { HonourCode } from './HonourCode.tsx'
import { stepPath, stepTermsOf } from '../flow/flow-place.ts'
import { returnPathOf } from '../flow/return-path.ts'
import { StepGate } from '../flow/OrderGate.tsx'
import { PressFailure } from '../flow/OrderNotices.tsx'
import { useOnePress } from '../flow/one-press.ts'
import type { FlowOrder } from '../flow-order.ts'
import { announceFirst, usePlaceOrder } from '../draft/place-order.ts'
import { PricedStep } from '../price/PricedStep.tsx'
import { MissingNotice } from './MissingNotice.tsx'
import { ContinueButton, TaskQuestions, useTaskAnswers } from './TaskQuestions.tsx'

/** Step 3: the e-mail and the task (FLOW-20). */
export function Component() {
  return <StepGate page="details">{(order) => <Details order={order} />}</StepGate>
}

function Details({ order }: { order: FlowOrder }) {
  const { stored, place } = order
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const placeOrder = usePlaceOrder(order)
  const { state } = useLocation()
  const [query] = useSearchParams()
  const next = nextStep('details', stepTermsOf(useMe().data))
  const answers = useTaskAnswers(order)

  const goTo = (path: string) => Promise.resolve(navigate(path)).then(() => navigatedAway)
  const toPayment = async (isHere: () => boolean) => {
    if (stored !== null) return goTo(webPaths.orderPayment(stored._id))
    const { _id: orderId } = await placeOrder()
    announceFirst(queryClient, orderId)
    await loadAhead(webPaths.orderPayment(orderId))
    if (!isHere()) return undefined
    await navigate(stepPath('details', { orderId }), { replace: true })
    return goTo(webPaths.orderPayment(orderId))
  }

  const goOn = useOnePress(async () => {
    const isHere = trackScreen()
    if (!(await answers.save())) return answers.fail()
    if (!isHere()) return undefined
    return next === 'payment' ? toPayment(isHere) : goTo(returnPathOf(state) ?? stepPath(next, place))
  })

  return (
    <PricedStep
      step="details"
      order={order}
      title={orderDetailsTexts.title}
      faulty={answers.attempts > 0}
      notices={
        query.get(beforeQuery.name) === beforeQuery.payment && stored !== null && <MissingNotice order={stored} />
      }
      button={<ContinueButton answers={answers} goOn={goOn} label={orderDetailsTexts.continue} block="full" />}
      agreement={<HonourCode />}
    >
      <PressFailure title={orderFormTexts.notPlaced} failure={goOn.failure} onRetry={goOn.retry} />
      <TaskQuestions order={order} answers={answers} />
    </PricedStep>
  )
}
