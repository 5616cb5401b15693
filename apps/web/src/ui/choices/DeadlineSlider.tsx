import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import styles from './DeadlineSlider.module.css'
import { MinusIcon, PlusIcon } from '../actions/Icons.tsx'
import type { FieldControl } from '../fields/Field.tsx'
import type { Elements } from '../elements.ts'
import { joinClasses } from '../join-classes.ts'
import { earlierDeadlineText, laterDeadlineText, tooShortText } from '../part-texts.ts'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'
import { StepButton } from './StepButton.tsx'

/** One stop of the ruler. */
interface DeadlineStop {
  /** `12 hours` */
  label: string
  /** The same for narrow rulers: `12h` */
  shortLabel: string
  /** Struck through; it may be chosen all the same, and the caller then says why it does not do (FLOW-14). */
  tooShort?: boolean
}

/** What {@link DeadlineSlider} takes. */
export interface DeadlineSliderProps {
  /** The name of the slider, e.g. `Deadline`. */
  label: string
  /** From the shortest to the one beyond all (`4+ days`). */
  stops: readonly DeadlineStop[]
  /** Which stop is chosen, from 0. */
  index: number
  /** Also called for the chosen stop: an aged deadline stands on a stop that is longer than what is left of it. */
  onChange: (index: number) => void
  /** What stands above the ruler in the place of the stop's label: a date. */
  heading?: string | undefined
  /** The day and time beside the chosen stop. */
  readyBy: ReactNode
  /** Said for the chosen stop: `1 day, by Sunday 22 November, 9:00 AM PST` (ux 20). */
  valueText: string
  /** Its id, and what is said of it below. */
  control?: Partial<FieldControl> | undefined
  /** Below the ruler: an error with its way out, the calendar. */
  children?: Elements
}

/**
 * A ruler of deadlines: a native range over the index of the stops, labelled stops to tap, and − and + (ux 19, 20).
 * Sets custom properties by the `style` prop, so it is for pages rendered in the browser.
 */
export function DeadlineSlider({
  label,
  stops,
  index,
  onChange,
  heading,
  readyBy,
  valueText,
  control,
  children,
}: DeadlineSliderProps) {
  const [pressed, setPressed] = useState(false)
  const beforeTouch = useRef(index)
  const last = stops.length - 1
  const places = { '--stops': stops.length, '--at': index } as CSSProperties

  // The range itself says its new value; after a press on a button it must be said for it.
  const press = (to: number) => {
    setPressed(true)
    if (to >= 0 && to <= last) onChange(to)
  }

  return (
    <div className={styles.deadline} style={places}>
      <div className={styles.head}>
        <p className={styles.value}>
          <b>{heading ?? stops[index]?.label}</b> <small>{readyBy}</small>
        </p>
        <div className={styles.steps}>
          <StepButton label={earlierDeadlineText} isAtEnd={index <= 0} onClick={() => press(index - 1)}>
            <MinusIcon />
          </StepButton>
          <StepButton label={laterDeadlineText} isAtEnd={index >= last} onClick={() => press(index + 1)}>
            <PlusIcon />
          </StepButton>
        </div>
      </div>
      <input
        {...control}
        className={styles.range}
        type="range"
        min={0}
        max={last}
        step={1}
        value={index}
        aria-label={label}
        aria-valuetext={valueText}
        // A finger that only wanted to scroll has moved the slider where it first touched: it goes back (ux 20).
        onPointerDown={() => {
          beforeTouch.current = index
        }}
        onPointerCancel={() => {
          if (beforeTouch.current !== index) onChange(beforeTouch.current)
        }}
        onChange={(event) => {
          setPressed(false)
          onChange(event.target.valueAsNumber)
        }}
        // A range fires no change where its value stays.
        onClick={() => {
          if (beforeTouch.current === index) press(index)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Home' ? index === 0 : key === 'End' && index === last) press(index)
        }}
      />
      <Marks stops={stops} index={index} onPress={press} />
      <VisuallyHidden role="status">{pressed ? valueText : ''}</VisuallyHidden>
      {children}
    </div>
  )
}

interface MarksProps extends Pick<DeadlineSliderProps, 'stops' | 'index'> {
  onPress: (index: number) => void
}

/** The slider already stands in the order of the Tab key; these are for fingers, mice and spoken commands. */
const Marks = ({ stops, index, onPress }: MarksProps) => (
  <ol className={styles.marks}>
    {stops.map((stop, at) => (
      <li key={stop.label}>
        <button
          type="button"
          tabIndex={-1}
          className={joinClasses(styles.mark, stop.tooShort && styles.tooShort)}
          aria-pressed={at === index}
          onClick={() => onPress(at)}
        >
          <span className={styles.long}>{stop.label}</span>
          <span className={styles.short}>
            <span>{stop.shortLabel}</span>
            <VisuallyHidden>{`, ${stop.label}`}</VisuallyHidden>
          </span>
          {stop.tooShort && <VisuallyHidden>{`, ${tooShortText}`}</VisuallyHidden>}
        </button>
      </li>
    ))}
  </ol>
)
