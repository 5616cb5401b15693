import { type ReactNode, useId } from 'react'
import styles from './AddOn.module.css'
import { coverInputClass } from '../choices/CoverChoice.tsx'
import { ErrorText } from '../fields/Field.tsx'
import { CheckIcon } from '../actions/Icons.tsx'
import { Money } from './Money.tsx'

interface AddOnProps {
  title: ReactNode
  /** The formatted price, or `Free` (ux 35). */
  price: string
  /** One sentence. */
  text: ReactNode
  /** The state beyond the check mark: `free with your plan`, the amount paid from the balance. */
  state?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  /** A change is in flight: clicks are no-ops, and the check mark already shows the new state. */
  busy?: boolean | undefined
  /** Why the last change failed. */
  error?: ReactNode
}

/** The list of add-ons, for a plain `Worksheet`; without a `label` if a heading labels it. */
export const AddOnList = ({ label, children }: { label?: string | undefined; children: ReactNode }) => (
  <div role={label === undefined ? undefined : 'group'} aria-label={label}>
    {children}
  </div>
)

/** An extra service: a native checkbox over the whole row, with the price in its label (ux 35). */
export function AddOn({ title, price, text, state, checked, onChange, busy = false, error }: AddOnProps) {
  const noteId = useId()
  return (
    <div className={styles.addOn} aria-busy={busy ? true : undefined}>
      <label className={styles.label}>
        <input
          className={coverInputClass()}
          type="checkbox"
          checked={checked}
          aria-disabled={busy ? true : undefined}
          aria-describedby={noteId}
          onChange={(event) => {
            if (!busy) onChange(event.target.checked)
          }}
        />
        <span className={styles.tick} aria-hidden="true">
          <CheckIcon />
        </span>
        <span className={styles.title}>
          <span>{title}</span>
          <span>
            <Money look={checked ? 'mark' : 'plain'}>{price}</Money>
          </span>
        </span>
      </label>
      <div className={styles.notes} id={noteId}>
        <p className={styles.text}>{text}</p>
        <p className={styles.state} role="status">
          {state}
        </p>
        {error && <ErrorText role="alert">{error}</ErrorText>}
      </div>
    </div>
  )
}
