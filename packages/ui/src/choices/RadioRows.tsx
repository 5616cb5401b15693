import { type ReactNode, useId } from 'react'
import { ChoiceRowBody, choiceListClass, choiceRowClass } from './ChoiceRow.tsx'
import { coverInputClass } from './CoverChoice.tsx'
import { ErrorText } from '../fields/Field.tsx'
import type { Elements } from '../elements.ts'
import { joinClasses } from '../join-classes.ts'
import styles from './RadioRows.module.css'

interface RadioRowOption<Value extends string> {
  value: Value
  title: ReactNode
  note?: ReactNode
  icon?: Elements
}

interface RadioRowsProps<Value extends string> {
  /** The id of the heading that asks the question. */
  labelledBy: string
  options: readonly RadioRowOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  /** On a sheet: rows reach its edges, and the sheet draws the frame. */
  onSheet?: boolean
  /** The error above the rows. */
  error?: string | false
}

/** A lettered list of choices; each whole row is a radio button with the native keys. */
export function RadioRows<Value extends string>({
  labelledBy,
  options,
  value,
  onChange,
  onSheet,
  error = false,
}: RadioRowsProps<Value>) {
  const name = useId()
  return (
    <div
      className={joinClasses(choiceListClass(), onSheet && styles.onSheet)}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-invalid={error !== false || undefined}
      aria-describedby={error === false ? undefined : `${name}-error`}
    >
      {error !== false && (
        <div className={styles.error}>
          <ErrorText id={`${name}-error`}>{error}</ErrorText>
        </div>
      )}
      {options.map((option, index) => (
        <label key={option.value} className={choiceRowClass()}>
          <input
            className={coverInputClass()}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <ChoiceRowBody index={index} title={option.title} note={option.note} icon={option.icon} />
        </label>
      ))}
    </div>
  )
}
