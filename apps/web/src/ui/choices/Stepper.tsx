import { useState } from 'react'
import { MinusIcon, PlusIcon } from '../actions/Icons.tsx'
import { joinClasses } from '../join-classes.ts'
import { fewerText, moreText } from '../part-texts.ts'
import styles from './Stepper.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

/** What {@link Stepper} takes. */
export interface StepperProps {
  /** What is counted, e.g. `Pages`. */
  label: string
  /** The same in lower case and plural, for the names of the buttons: "Fewer pages". */
  unit: string
  value: number
  /** Told every whole number that is typed, also one out of range: the caller says what is wrong with it. */
  onChange: (value: number) => void
  min: number
  max: number
  /** By how much − and + change the value; they lead to multiples of it. */
  step?: number
  /** Said politely after − and +, e.g. `3 pages`. */
  valueText?: string
  /** The id of a hint or error beside it. */
  describedBy?: string | undefined
  invalid?: boolean | undefined
  id?: string | undefined
  onBlur?: () => void
}

/** The next value below, on the grid of steps, within the limits. */
const below = (value: number, { min, max, step }: { min: number; max: number; step: number }): number =>
  Math.min(max, Math.max(min, min + (Math.ceil((value - min) / step) - 1) * step))

/** The next value above, on the grid of steps, within the limits. */
const above = (value: number, { min, max, step }: { min: number; max: number; step: number }): number =>
  Math.min(max, Math.max(min, min + (Math.floor((value - min) / step) + 1) * step))

/** A number with − and +, which may also be typed; the arrow keys work too (ux 28). An emptied field shows the last value again when left. */
export function Stepper({
  label,
  unit,
  value,
  onChange,
  min,
  max,
  step = 1,
  valueText,
  describedBy,
  invalid,
  id,
  onBlur,
}: StepperProps) {
  const [emptied, setEmptied] = useState(false)
  const [stepped, setStepped] = useState(false)
  const limits = { min, max, step }
  const atMin = value <= min
  const atMax = value >= max

  const type = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, 7)
    setStepped(false)
    setEmptied(digits === '')
    if (digits !== '') onChange(Number(digits))
  }
  const go = (to: number) => {
    setEmptied(false)
    setStepped(true)
    if (to !== value) onChange(to)
  }

  return (
    <div className={joinClasses(styles.stepper, invalid && styles.invalid)}>
      <button
        type="button"
        className={styles.button}
        aria-label={fewerText(unit)}
        aria-disabled={atMin ? true : undefined}
        onClick={() => go(below(value, limits))}
      >
        <MinusIcon />
      </button>
      <input
        className={styles.input}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid ? true : undefined}
        value={emptied ? '' : String(value)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          go(event.key === 'ArrowUp' ? above(value, limits) : below(value, limits))
        }}
        onBlur={() => {
          setEmptied(false)
          onBlur?.()
        }}
      />
      <button
        type="button"
        className={styles.button}
        aria-label={moreText(unit)}
        aria-disabled={atMax ? true : undefined}
        onClick={() => go(above(value, limits))}
      >
        <PlusIcon />
      </button>
      <VisuallyHidden role="status">{stepped ? (valueText ?? String(value)) : ''}</VisuallyHidden>
    </div>
  )
}
