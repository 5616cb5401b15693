import { previousStep, type StepId, stepCount, stepNumber } from '@nerdify/domain/orders/order-steps.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMe } from '../../../api/queries.ts'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts, stepNames } from '../../../texts/orders/order-flow.ts'
import { Stack, TwoColumns, Wrap } from '../../../ui/page/Layout.tsx'
import { Main } from '../../../ui/page/PageFrame.tsx'
import { FlowHeader } from '../../../ui/order/StepHeader.tsx'
import { BackLabel, linkClass } from '../../../ui/actions/TextLink.tsx'
import { type FlowPlace, stepPath, stepTermsOf } from './flow-place.ts'
import { useWide } from './use-wide.ts'

/** What {@link FlowScreen} takes. */
interface FlowScreenProps {
  step: StepId
  /** The order or draft of the step; none on `/neworder`. */
  place?: FlowPlace | undefined
  title: string
  titleId?: string
  lede?: string
  /** The page's title then begins with "Error: " (ux 30). */
  faulty?: boolean
  /** What a person must know of their changes, above the step. */
  notices?: ReactNode
  /** The price card, beside the step from 900 px. */
  side: ReactNode
  /** On phones, above the step: what is to be read before the action in the bar is pressed. */
  above?: ReactNode
  /** On phones, below the step: what the price in the bar is made of. */
  below?: ReactNode
  /** The bar with the action, on phones. */
  bar: ReactNode
  children: ReactNode
}

/** A step of placing an order: "Step n of m", the way back, the question, the price and the action (FLOW-28). */
export function FlowScreen({
  step,
  place,
  title,
  titleId,
  lede,
  faulty,
  notices,
  side,
  above,
  below,
  bar,
  children,
}: FlowScreenProps) {
  const isWide = useWide()
  const of = stepCount(stepTermsOf(useMe().data))
  const number = stepNumber(step)
  const pageTitle = orderFlowTexts.title(number, of, stepNames[step])
  useScreenTitle(faulty ? orderFlowTexts.withFault(pageTitle) : pageTitle)

  const before = previousStep(step)
  const backTo = before === undefined || place === undefined ? webPaths.orders() : stepPath(before, place)
  const state = before === 'job-type' && place !== undefined && 'jobType' in place ? place : undefined
  return (
    <>
      <Main layout="flow">
        <Wrap>
          <FlowHeader
            back={
              <Link to={backTo} state={state} className={linkClass('back')}>
                <BackLabel>{orderFlowTexts.back}</BackLabel>
              </Link>
            }
            step={number}
            of={of}
            title={title}
            {...(titleId !== undefined && { titleId })}
            {...(lede !== undefined && { lede })}
          />
          {notices}
          <TwoColumns side={isWide && side} sideOnPhone="hidden">
            <Stack gap={4}>
              {!isWide && above}
              {children}
              {!isWide && below}
            </Stack>
          </TwoColumns>
        </Wrap>
      </Main>
      {!isWide && bar}
    </>
  )
}
