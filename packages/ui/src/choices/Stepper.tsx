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
   * Called with every typed whole number, also one out of range, and with `undefined` for any other text: the caller
   * shows the error.
   */
  onChange: (value: number | undefined) => void
  min: number
  max: number
  /** Step of − and +, which lead to its multiples. */
  step?: number
  /** Announced after − and +, e.g. `3 pages`. */
  valueText?: string
  /** Its id, and its description. */
  control?: Partial<FieldControl> | undefined
  /** The field was left, except for one of its buttons. */
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
  const [stepped, setStepped] = useState(false)
  /** During a click on − or +, which count from the typed value. */
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
