import { wholeNumberFrom } from '@nerdify/domain/input/whole-number.ts'
import {
  hoursRange,
  minuteOptions,
  pagesRange,
  roundedToStep,
  slidesRange,
  wordsRange,
} from '@nerdify/domain/pricing/size-limits.ts'
import { type Measure, minutesPerPage, type Size, sizeLabel } from '@nerdify/domain/pricing/units.ts'
import { useState } from 'react'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { ErrorText, type FieldControl, HintText } from '@nerdify/ui/fields/Field.tsx'
import { Cluster } from '@nerdify/ui/page/Layout.tsx'
import { Segmented } from '@nerdify/ui/choices/Segmented.tsx'
import { Stepper } from '@nerdify/ui/choices/Stepper.tsx'
import { TimeSelects } from '@nerdify/ui/choices/TimeSelects.tsx'
import { sizeIn } from '@nerdify/domain/pricing/size-for-job-type.ts'
import type { FlowOrder } from '../flow-order.ts'
import { type SizeChange, switchMeasure } from './size-change.ts'
import type { useFormFaults } from './use-form-faults.ts'

interface SizeFieldProps {
  id: string
  order: FlowOrder
  error: string | undefined
  /** The state of the typed size. */
  typing: ReturnType<typeof useFormFaults>['size']
}

/** The size: a time, or a number of pages, words or slides (FLOW-06 to FLOW-09). */
export function SizeField(props: SizeFieldProps) {
  const { id, order, error } = props
  const { size } = order.choices
  const noteId = `${id}-note`
  const control: FieldControl = {
    id,
    'aria-describedby': noteId,
    'aria-invalid': error === undefined ? undefined : true,
  }
  // A typed size and its rounded value after the field was left (EASE-08).
  const [rounded, setRounded] = useState<SizeChange>()
  const isRounded = rounded?.to.measure === size.measure && rounded.to.count === size.count
  return (
    <>
      {size.measure === 'Minutes' ? (
        <TimeSize {...props} control={control} />
      ) : (
        <CountedSize {...props} control={control} onRound={setRounded} />
      )}
      <div aria-live="polite">
        {error === undefined ? (
          <HintText id={noteId}>
            {isRounded ? orderFormTexts.rounded(rounded.from.count, rounded.to.count) : hintOf(size)}
          </HintText>
        ) : (
          <ErrorText id={noteId}>{error}</ErrorText>
        )}
      </div>
    </>
  )
}

type ControlledSizeProps = Omit<SizeFieldProps, 'id' | 'error'> & { control: FieldControl }

const hourOptions = Array.from({ length: hoursRange.max - hoursRange.min + 1 }, (_, index) => {
  const value = hoursRange.min + index
  return { value, label: orderFormTexts.hours(value) }
})
const quarterOptions = minuteOptions.map((value) => ({ value, label: orderFormTexts.minutes(value) }))

function TimeSize({ order, typing, control }: ControlledSizeProps) {
  const { size } = order.choices
  return (
    <TimeSelects
      control={control}
      hours={Math.floor(size.count / minutesPerPage)}
      minutes={size.count % minutesPerPage}
      hourOptions={hourOptions}
      minuteOptions={quarterOptions}
      onChange={({ hours, minutes }) => {
        typing.choose({ count: hours * minutesPerPage + minutes, measure: 'Minutes' })
        typing.complete()
      }}
    />
  )
}

type CountedMeasure = Exclude<Measure, 'Minutes'>

const ranges: Record<CountedMeasure, { min: number; max: number; step?: number }> = {
  Pages: pagesRange,
  Words: wordsRange,
  Slides: slidesRange,
  Sources: pagesRange,
}

function CountedSize({
  order,
  typing,
  onRound,
  control,
}: ControlledSizeProps & { onRound: (rounded: SizeChange) => void }) {
  const { jobType, choices } = order
  const { size } = choices
  const [lastSwitch, setLastSwitch] = useState<SizeChange>()
  const { min, max, step } = ranges[size.measure as CountedMeasure]
  const toMeasure = (measure: Measure) => {
    const switchedSize = switchMeasure(size, measure, lastSwitch)
    setLastSwitch(switchedSize)
    typing.choose(switchedSize.to)
  }
  return (
    <Cluster gap={4}>
      {jobType.measures.length === 1 ? (
        <span aria-hidden="true">{orderFormTexts.measures[size.measure]}</span>
      ) : (
        <Segmented
          label={orderFormTexts.measure}
          options={jobType.measures.map((value) => ({ value, label: orderFormTexts.measures[value] }))}
          value={size.measure}
          onChange={toMeasure}
        />
      )}
      <Stepper
        key={size.measure}
        control={control}
        label={orderFormTexts.measures[size.measure]}
        unit={orderFormTexts.units[size.measure]}
        value={size.count}
        numberFrom={wholeNumberFrom}
        min={min}
        max={max}
        {...(step !== undefined && { step })}
        valueText={sizeLabel(size)}
        onChange={(count) => (count === undefined ? typing.refuse() : typing.choose({ count, measure: size.measure }))}
        onBlur={() => {
          const to = roundedToStep(size)
          if (!typing.isRefused && to.count !== size.count) {
            onRound({ from: size, to })
            typing.choose(to)
          }
          typing.complete()
        }}
      />
    </Cluster>
  )
}

/** The size in other words. */
function hintOf(size: Size): string {
  switch (size.measure) {
    case 'Pages':
      return orderFormTexts.about(sizeLabel(size), sizeLabel(sizeIn('Words', size)))
    case 'Words':
      return orderFormTexts.about(sizeLabel(size), sizeLabel(sizeIn('Pages', size)))
    case 'Slides':
      return orderFormTexts.slidesHint
    default:
      return orderFormTexts.timeHint
  }
}
