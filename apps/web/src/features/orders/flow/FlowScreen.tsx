import { nextStep, previousStep, type StepId, stepCount, stepNumber } from '@nerdify/domain/orders/order-steps.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import type { ReactNode } from 'react'
import { useMe } from '../../../api/queries.ts'
import { BackLink } from '../../../frame/links.tsx'
import { useLoadAhead } from '../../../frame/load-ahead.ts'
import { useScreenTitle } from '../../../frame/screen-title.ts'
import { orderFlowTexts, stepNames } from '../../../texts/orders/order-flow.ts'
import { Stack, TwoColumns, Wrap } from '@nerdify/ui/page/Layout.tsx'
import { Main } from '@nerdify/ui/page/PageFrame.tsx'
import { FlowHeader } from '@nerdify/ui/order/StepHeader.tsx'
import { type FlowPlace, stepPath, stepTermsOf } from './flow-place.ts'
import { useWide } from '../../../frame/use-wide.ts'
import type { Elements } from '@nerdify/ui/elements.ts'

interface FlowLayoutProps {
  /** The way back, and the heading. */
  head: Elements
  /** Notices about the client's changes, above the step. */
  notices?: Elements
  /** The price card, beside the step from 900 px. */
  side: ReactNode
  /** On phones, above the step: text to read before the bar's action. */
  above?: Elements
  /** On phones, below the step: the rows of the price. */
  below?: Elements
  /** The bar with the action, on phones. */
  bar: Elements
  children: Elements
}

/** A page of the flow: the step, with price and action beside it or, on phones, below and in a bar. */
export function FlowLayout({ head, notices, side, above, below, bar, children }: FlowLayoutProps) {
  const isWide = useWide()
  return (
    <>
      <Main layout="flow">
        <Wrap>
          {head}
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
      {/* A shell is for any width: the style sheet hides the bar. */}
      {(import.meta.env.SSR || !isWide) && bar}
    </>
  )
}

export interface FlowScreenProps extends Omit<FlowLayoutProps, 'head'> {
  step: StepId
  /** The order or draft of the step; none on `/neworder`. */
  place?: FlowPlace | undefined
  title: string
  titleId?: string
  lede?: string
  /** The page's title then begins with "Error: " (ux 30). */
  faulty?: boolean
}

/** A step of placing an order: "Step n of m", the way back, the question, the price and the action (FLOW-28). */
export function FlowScreen({ step, place, title, titleId, lede, faulty, ...page }: FlowScreenProps) {
  const me = useMe()
  const terms = stepTermsOf(me.data)
  // Until the client loads no number shows, because it might change (ux 15).
  const steps = me.isPending ? undefined : stepCount(terms)
  const number = stepNumber(step)
  const pageTitle = steps === undefined ? stepNames[step] : orderFlowTexts.title(number, steps, stepNames[step])
  useScreenTitle(faulty ? orderFlowTexts.withFault(pageTitle) : pageTitle)

  const next = nextStep(step, terms)
  // All orders share a step's code.
  useLoadAhead(next === 'payment' ? webPaths.orderPayment('next') : stepPath(next, place ?? { jobType: 'writing' }))

  const before = previousStep(step)
  const backTo = before === undefined || place === undefined ? webPaths.orders() : stepPath(before, place)
  const state =
    before === 'job-type' && place !== undefined && 'jobType' in place ? { ...place, from: place.jobType } : undefined
  return (
    <FlowLayout
      {...page}
      head={
        <FlowHeader
          back={
            <BackLink to={backTo} state={state}>
              {orderFlowTexts.back}
            </BackLink>
          }
          step={number}
          steps={steps}
          title={title}
          titleId={titleId}
          lede={lede}
        />
      }
    />
  )
}
