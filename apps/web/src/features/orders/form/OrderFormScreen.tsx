import { findSubjects, mostChosenSubjects, subjects } from '@nerdify/domain/catalog/subjects.ts'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../../../api/queries.ts'
import { LineLink } from '../../../frame/links.tsx'
import { orderFlowTexts, priceTexts } from '../../../texts/orders/order-flow.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { Combobox } from '@nerdify/ui/fields/Combobox.tsx'
import { ErrorSummary } from '@nerdify/ui/fields/ErrorSummary.tsx'
import { AnswerLine, Question, Worksheet } from '@nerdify/ui/order/Worksheet.tsx'
import { CouponBlock } from '../price/CouponBlock.tsx'
import { stepPath } from '../flow/flow-place.ts'
import { JobTypeIcon } from './JobTypeIcon.tsx'
import { StepGate } from '../flow/OrderGate.tsx'
import { PressFailure } from '../flow/OrderNotices.tsx'
import type { FlowOrder } from '../flow-order.ts'
import { PricedStep } from '../price/PricedStep.tsx'
import { DeadlineField } from './DeadlineField.tsx'
import { LoadingForm } from './LoadingForm.tsx'
import { SizeField } from './SizeField.tsx'
import { type FormField, useFormFaults } from './use-form-faults.ts'
import { useGetItDone } from './use-get-it-done.ts'

/** Step 2: subject, size, deadline and price, for a new order or an existing one (FLOW-04). */
export function Component() {
  return (
    <StepGate page="form" loading={<LoadingForm />}>
      {(order) => <OrderForm order={order} />}
    </StepGate>
  )
}

function OrderForm({ order }: { order: FlowOrder }) {
  const getItDone = useGetItDone(order)
  const id = useId()
  const fieldIds: Record<FormField, string> = {
    subject: `${id}-subject`,
    size: `${id}-size`,
    deadline: `${id}-deadline`,
    date: `${id}-date`,
  }
  const faults = useFormFaults(order)
  const priced = useSteadyPrice(order, faults.size.isTyped)

  const press = () => {
    if (faults.fields.length === 0) void getItDone.run()
    else faults.blocked()
  }
  const button = (
    <Button
      variant="primary"
      block="full"
      blocked={faults.isBlocked}
      busy={getItDone.busy && orderFlowTexts.saving}
      onClick={press}
    >
      {orderFormTexts.getItDone}
    </Button>
  )
  const showsSummary = faults.attempts > 0
  const coupon = (
    <CouponBlock
      order={order}
      isBlocked={faults.fields.some((field) => field !== 'subject')}
      onBlocked={faults.blocked}
    />
  )

  return (
    <PricedStep
      step="form"
      order={order}
      priced={priced}
      title={orderFormTexts.title}
      faulty={showsSummary}
      notes={[priceTexts.payLater]}
      coupon={coupon}
      button={button}
    >
      <PressFailure title={orderFormTexts.notPlaced} failure={getItDone.fault} onRetry={press} />
      {showsSummary && (
        <ErrorSummary
          key={faults.attempts}
          faults={faults.fields.map((field) => ({ fieldId: fieldIds[field], text: faults.texts[field] ?? '' }))}
        />
      )}
      <Answers order={order} fieldIds={fieldIds} faults={faults} />
    </PricedStep>
  )
}

/** The order for the price card: while a size is incomplete, the last price stays, faded (EASE-08). */
function useSteadyPrice(order: FlowOrder, isTyping: boolean): FlowOrder {
  const { price, balance } = order
  const [last, setLast] = useState({ price, balance })
  const isNew = price?.totalCents !== last.price?.totalCents || balance.paysCents !== last.balance.paysCents
  if (price !== undefined && isNew) setLast({ price, balance })
  const isOld = isTyping && price === undefined && last.price !== undefined
  return isOld ? { ...order, ...last, isPriceOld: true } : order
}

interface AnswersProps {
  order: FlowOrder
  fieldIds: Record<FormField, string>
  faults: ReturnType<typeof useFormFaults>
}

/** The four questions of the form (FLOW-05). */
function Answers({ order, fieldIds, faults }: AnswersProps) {
  const { place, jobType, choices, choose } = order
  const { state } = useLocation()
  const lastSubjects = useMe().data?.last_subjects ?? []
  return (
    <Worksheet>
      <Question number={1} title={orderFormTexts.typeOfTask}>
        <AnswerLine
          icon={<JobTypeIcon jobType={jobType.id} />}
          change={
            <LineLink
              to={stepPath('job-type', place)}
              state={'jobType' in place ? { ...place, from: place.jobType } : state}
            >
              {orderFlowTexts.change}
            </LineLink>
          }
        >
          {jobType.name}
        </AnswerLine>
      </Question>
      <Question number={2} title={orderFormTexts.subject} single>
        <Combobox
          id={fieldIds.subject}
          label={orderFormTexts.subject}
          hideLabel
          placeholder={orderFormTexts.subjectPlaceholder}
          all={{ label: orderFormTexts.allSubjects, items: subjects }}
          firstGroups={[
            { label: orderFormTexts.lastSubjects, items: lastSubjects },
            { label: orderFormTexts.mostChosen, items: mostChosenSubjects },
          ]}
          find={findSubjects}
          value={choices.subject ?? undefined}
          autoFocus={choices.subject == null}
          onChange={(subject) => choose({ subject })}
          error={faults.errorAt('subject')}
        />
      </Question>
      <Question number={3} title={orderFormTexts.length}>
        <SizeField id={fieldIds.size} order={order} error={faults.errorAt('size')} typing={faults.size} />
      </Question>
      <Question number={4} title={orderFormTexts.deadline}>
        <DeadlineField
          id={fieldIds.deadline}
          order={order}
          error={faults.errorAt('deadline')}
          typing={{ ...faults.date, id: fieldIds.date, error: faults.errorAt('date') }}
        />
      </Question>
    </Worksheet>
  )
}
