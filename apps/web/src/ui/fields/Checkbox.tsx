import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { ErrorText } from './Field.tsx'

interface CheckboxProps {
  /** The id of the control, where an error summary must point at it. */
  id?: string | undefined
  label: ReactNode
  checked: boolean
  /** Missing only of a box that is `disabled`: what is always on. */
  onChange?: (checked: boolean) => void
  disabled?: boolean
  /** A line below the label. */
  note?: ReactNode
  /** What is wrong and how to put it right. */
  error?: ReactNode
}

/** One thing to agree to; the words beside the box are its target too. Never ticked by itself (LAW-01). */
export function Checkbox({ id, label, checked, onChange, disabled, note, error }: CheckboxProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  const hasError = error !== undefined && error !== null && error !== false
  return (
    <div className={styles.field}>
      <label className={styles.label}>
        <input
          id={controlId}
          className={styles.input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={hasError ? noteId : undefined}
          aria-invalid={hasError ? true : undefined}
          onChange={(event) => onChange?.(event.target.checked)}
        />
        <span>
          <span>{label}</span>
          {note && <small className={styles.note}>{note}</small>}
        </span>
      </label>
      <div id={noteId} aria-live="polite">
        {hasError && <ErrorText>{error}</ErrorText>}
      </div>
    </div>
  )
}
