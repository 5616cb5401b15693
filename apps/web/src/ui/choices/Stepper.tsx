import { useRef, useState } from 'react'
import { MinusIcon, PlusIcon } from '../actions/Icons.tsx'
import type { FieldControl } from '../fields/Field.tsx'
import { fewerText, moreText } from '../part-texts.ts'
import { StepButton } from './StepButton.tsx'
import styles from './Stepper.module.css'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'

/** What {@link Stepper} takes. */
export interface StepperProps {
  /** What is counted, e.g. `Pages`. */
  label: string
  /** The same in lower case and plural, for the names of the buttons: "Fewer pages". */
  unit: string
  value: number
  /** The whole number that a typed text says; undefined if it says none. */
  numberFrom: (text: string) => number | undefined
  /**
   * Told every whole number that is typed, also one out of range, and `undefined` for what is none: the caller says what is
   * wrong with it.
   */
  onChange: (value: number | undefined) => void
  min: number
  max: number
  /** By how much − and + change the value; they lead to multiples of it. */
  step?: number
  /** Said politely after − and +, e.g. `3 pages`. */
  valueText?: string
  /** Its id, and what is said of it beside it. */
  control?: Partial<FieldControl> | undefined
  /** The field was left, and not for one of its buttons. */
  onBlur?: () => void
}

/**
 * A number with − and +, which may also be typed; the arrow keys work too (ux 28). What is typed stands as it was typed
 * (FLOW-06); an emptied field shows the last value again when left.
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
  /** What is typed, until it is left or − or + pressed; a text that is no whole number stays. */
  const [typed, setTyped] = useState<string>()
  const [stepped, setStepped] = useState(false)
  /** − or + is being pressed: what is typed is what they count from. */
  const isPressing = useRef(false)
  const press = () => {
    isPressing.current = true
  }
  const isRefused = typed !== undefined && typed.trim() !== '' && numberFrom(typed) === undefined
  /** The next values on the grid of steps, within the limits. */
  const at = (place: number) => Math.min(max, Math.max(min, min + place * step))
  const below = at(Math.ceil((value - min) / step) - 1)
  const above = at(Math.floor((value - min) / step) + 1)

  const type = (text: string) => {
    setStepped(false)
    setTyped(text)
    if (text.trim() !== '') onChange(numberFrom(text))
    else if (isRefused) onChange(value)
  }
  const go = (to: number) => {
    setTyped(undefined)
    setStepped(true)
    if (to !== value || isRefused) onChange(to)
  }

  return (
    <div className={styles.stepper}>
      <StepButton label={fewerText(unit)} isAtEnd={value <= min} onMouseDown={press} onClick={() => go(below)}>
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
          go(event.key === 'ArrowUp' ? above : below)
        }}
        onBlur={() => {
          if (isPressing.current) return
          if (!isRefused) setTyped(undefined)
          onBlur?.()
        }}
      />
      <StepButton label={moreText(unit)} isAtEnd={value >= max} onMouseDown={press} onClick={() => go(above)}>
        <PlusIcon />
      </StepButton>
      <VisuallyHidden role="status">{stepped ? (valueText ?? String(value)) : ''}</VisuallyHidden>
    </div>
  )
}
