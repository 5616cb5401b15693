import { useRef, useState } from 'react'
import { MinusIcon, PlusIcon } from '../actions/Icons.tsx'
import type { FieldControl } from '../fields/Field.tsx'
import { fewerText, moreText } from '../part-texts.ts'
import { StepButton } from './StepButton.tsx'
import styles from './Stepper.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

export interface StepperProps {
  /** The unit of the count, e.g. `Pages`. */
  label: string
  /** The unit in lower case plural, for the buttons' names: "Fewer pages". */
  unit: string
  value: number
  /** Parses a typed whole number; undefined for any other text. */
  numberFrom: (text: string) => number | undefined
  /**
   * Called with every typed whole number, even out of range, and with `undefined` for any other text: the caller shows
   * the error.
   */
  onChange: (value: number | undefined) => void
  min: number
  max: number
  /** The step of − and +, on a grid that begins at `min`. */
  step?: number
  /** Announced after − and +, e.g. `3 pages`. */
  valueText?: string
  /** The id and the description of the input. */
  control?: Partial<FieldControl> | undefined
  /** Called on blur, except when − or + takes the focus. */
  onBlur?: () => void
}

/**
 * A number with − and +, which can also be typed; the arrow keys work too (ux 28). The typed text stays unchanged
 * (FLOW-06); an emptied field shows the last value again on blur.
 */
export function Stepper({
  label,
  unit,
  value,
  numberFrom,
  onChange,
  min,
  max,
  step = 1,
  valueText,
  control,
  onBlur,
}: StepperProps) {
  /** The typed text, until blur or a click on − or +; text that is not a whole number stays. */
  const [typed, setTyped] = useState<string>()
  const [isAnnounced, setAnnounced] = useState(false)
  /** True during a click on − or +, which step from the typed value: this blur does not end the edit. */
  const isPressing = useRef(false)
  const beginPress = () => {
    isPressing.current = true
  }
  const isInvalid = typed !== undefined && typed.trim() !== '' && numberFrom(typed) === undefined
  /** The value after `steps` steps from `min`, within the limits. */
  const valueAt = (steps: number) => Math.min(max, Math.max(min, min + steps * step))
  const previousValue = valueAt(Math.ceil((value - min) / step) - 1)
  const nextValue = valueAt(Math.floor((value - min) / step) + 1)

  const type = (text: string) => {
    setAnnounced(false)
    setTyped(text)
    if (text.trim() !== '') onChange(numberFrom(text))
    else if (isInvalid) onChange(value)
  }
  const stepTo = (next: number) => {
    setTyped(undefined)
    setAnnounced(true)
    if (next !== value || isInvalid) onChange(next)
  }

  return (
    <div className={styles.stepper}>
      <StepButton
        label={fewerText(unit)}
        isAtEnd={value <= min}
        onMouseDown={beginPress}
        onClick={() => stepTo(previousValue)}
      >
        <MinusIcon />
      </StepButton>
      <input
        {...control}
        className={styles.input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={typed ?? String(value)}
        onFocus={() => {
          isPressing.current = false
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          stepTo(event.key === 'ArrowUp' ? nextValue : previousValue)
        }}
        onBlur={() => {
          if (isPressing.current) return
          if (!isInvalid) setTyped(undefined)
          onBlur?.()
        }}
      />
      <StepButton
        label={moreText(unit)}
        isAtEnd={value >= max}
        onMouseDown={beginPress}
        onClick={() => stepTo(nextValue)}
      >
        <PlusIcon />
      </StepButton>
      <VisuallyHidden role="status">{isAnnounced ? (valueText ?? String(value)) : ''}</VisuallyHidden>
    </div>
  )
}
