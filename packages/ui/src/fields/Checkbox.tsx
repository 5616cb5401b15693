import { type ReactNode, useId } from 'react'
import styles from './Checkbox.module.css'
import { ErrorText } from './Field.tsx'

interface CheckboxProps {
  /** The control's id, for a link from an error summary. */
  id?: string | undefined
  label: ReactNode
  checked: boolean
  /** Optional only for a `disabled` box that is always on. */
  onChange?: (checked: boolean) => void
  disabled?: boolean
  /** A line below the label. */
  note?: ReactNode
  /** The error, and how to correct it. */
  error?: ReactNode
}

/** A checkbox for consent; the whole label is the target. Never checked by default (LAW-01). */
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
