import type { JobType } from '@nerdify/domain/catalog/job-types.ts'
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
import { ErrorText, type FieldControl, HintText } from '../../../ui/fields/Field.tsx'
import { Cluster } from '../../../ui/page/Layout.tsx'
import { Segmented } from '../../../ui/choices/Segmented.tsx'
import { Stepper } from '../../../ui/choices/Stepper.tsx'
import { TimeSelects } from '../../../ui/choices/TimeSelects.tsx'
import { sizeIn } from '@nerdify/domain/pricing/size-for-job-type.ts'
import { type SizeChange, switchMeasure } from './size-change.ts'

interface SizeFieldProps {
  id: string
  jobType: JobType
  size: Size
  error: string | undefined
  onChoose: (size: Size) => void
  /** Told when what is typed is no size at all; the one chosen before stands (FLOW-06). */
  onRefuse: () => void
  /** Whether that is so. */
  isRefused: boolean
  /** Told when the answer is complete: only then is it time to say what is wrong with it (ux 29). */
  onComplete: () => void
}

/** How much work it is: a time, or a number of pages, words or slides (FLOW-06 to FLOW-09). */
export function SizeField(props: SizeFieldProps) {
  const { id, size, error } = props
  const noteId = `${id}-note`
  const control: FieldControl = {
    id,
    'aria-describedby': noteId,
    'aria-invalid': error === undefined ? undefined : true,
  }
  // A typed size and the one that it became when the field was left (EASE-08).
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

function TimeSize({ size, onChoose, onComplete, control }: ControlledSizeProps) {
  return (
    <TimeSelects
      control={control}
      hours={Math.floor(size.count / minutesPerPage)}
      minutes={size.count % minutesPerPage}
      hourOptions={hourOptions}
      minuteOptions={quarterOptions}
      onChange={({ hours, minutes }) => {
        onChoose({ count: hours * minutesPerPage + minutes, measure: 'Minutes' })
        onComplete()
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
  jobType,
  size,
  onChoose,
  onRefuse,
  isRefused,
  onComplete,
  onRound,
  control,
}: ControlledSizeProps & { onRound: (rounded: SizeChange) => void }) {
  const [lastSwitch, setLastSwitch] = useState<SizeChange>()
  const { min, max, step } = ranges[size.measure as CountedMeasure]
  const toMeasure = (measure: Measure) => {
    const made = switchMeasure(size, measure, lastSwitch)
    setLastSwitch(made)
    onChoose(made.to)
  }
  return (
    <Cluster gap={4}>
      {jobType.measures.length > 1 && (
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
        min={min}
        max={max}
        {...(step !== undefined && { step })}
        valueText={sizeLabel(size)}
        onChange={(count) => (count === undefined ? onRefuse() : onChoose({ count, measure: size.measure }))}
        onBlur={() => {
          const to = roundedToStep(size)
          if (!isRefused && to.count !== size.count) {
            onRound({ from: size, to })
            onChoose(to)
          }
          onComplete()
        }}
      />
    </Cluster>
  )
}

/** What the size amounts to. */
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
