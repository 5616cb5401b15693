import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import styles from './DeadlineSlider.module.css'
import { MinusIcon, PlusIcon } from '../actions/Icons.tsx'
import type { FieldControl } from '../fields/Field.tsx'
import type { Elements } from '../elements.ts'
import { joinClasses } from '../join-classes.ts'
import { earlierDeadlineText, laterDeadlineText, tooShortText } from '../part-texts.ts'
import { VisuallyHidden } from '../page/VisuallyHidden.tsx'
import { StepButton } from './StepButton.tsx'

interface DeadlineStop {
  /** `12 hours` */
  label: string
  /** The label on narrow sliders: `12h` */
  shortLabel: string
  /** Struck through, but still selectable: the caller then says why it does not fit (FLOW-14). */
  tooShort?: boolean
}

export interface DeadlineSliderProps {
  /** The accessible name, e.g. `Deadline`. */
  label: string
  /** From the shortest to the open end (`4+ days`). */
  stops: readonly DeadlineStop[]
  /** The index of the chosen stop. */
  index: number
  /** Also called for the current stop: an aged deadline's stop is longer than its remaining time. */
  onChange: (index: number) => void
  /** Replaces the stop's label above the slider: a date. */
  heading?: string | undefined
  /** The day and time beside the chosen stop. */
  readyBy: ReactNode
  /** The announced value: `1 day, by Sunday 22 November, 9:00 AM PST` (ux 20). */
  valueText: string
  /** The id and the description of the range input. */
  control?: Partial<FieldControl> | undefined
  /** Content below the slider: an error with its fix, the calendar. */
  children?: Elements
}

/**
 * A deadline slider: a native range over the index of the stops, labeled stops to tap, and − and + (ux 19, 20). It sets
 * custom properties by the `style` prop, so it cannot be prerendered.
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
  const [isAnnounced, setAnnounced] = useState(false)
  const indexBeforeTouch = useRef(index)
  const last = stops.length - 1
  const style = { '--stops': stops.length, '--at': index } as CSSProperties

  // The range announces its own changes; after a click on a button the value must be announced here.
  const press = (next: number) => {
    setAnnounced(true)
    if (next >= 0 && next <= last) onChange(next)
  }

  return (
    <div className={styles.deadline} style={style}>
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
        // A swipe that turned out to scroll has moved the slider to its first touch: restore it (ux 20).
        onPointerDown={() => {
          indexBeforeTouch.current = index
        }}
        onPointerCancel={() => {
          if (indexBeforeTouch.current !== index) onChange(indexBeforeTouch.current)
        }}
        onChange={(event) => {
          setAnnounced(false)
          onChange(event.target.valueAsNumber)
        }}
        // A range fires no change event if its value stays.
        onClick={() => {
          if (indexBeforeTouch.current === index) press(index)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Home' ? index === 0 : key === 'End' && index === last) press(index)
        }}
      />
      <Marks stops={stops} index={index} onPress={press} />
      <VisuallyHidden role="status">{isAnnounced ? valueText : ''}</VisuallyHidden>
      {children}
    </div>
  )
}

interface MarksProps extends Pick<DeadlineSliderProps, 'stops' | 'index'> {
  onPress: (index: number) => void
}

/** The stops, for touch, mouse and voice control; the Tab order has only the range input. */
const Marks = ({ stops, index, onPress }: MarksProps) => (
  <ol className={styles.marks}>
    {stops.map((stop, stopIndex) => (
      <li key={stop.label}>
        <button
          type="button"
          tabIndex={-1}
          className={joinClasses(styles.mark, stop.tooShort && styles.tooShort)}
          aria-pressed={stopIndex === index}
          onClick={() => onPress(stopIndex)}
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
