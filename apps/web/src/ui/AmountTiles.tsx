import styles from './AmountTiles.module.css'
import { Money } from './Money.tsx'

/** What {@link AmountTiles} takes. */
export interface AmountTilesProps {
  /** The question, for assistive technology. */
  label: string
  /** The name under which a form sends the choice. */
  name: string
  /** `amount` is formatted, `note` says what it is of the price. */
  options: readonly { value: string; amount: string; note: string }[]
  value: string | undefined
  onChange: (value: string) => void
}

/** A few amounts to choose one from (ux 49): radio buttons with the platform's own keys; the chosen one is highlighted. */
export const AmountTiles = ({ label, name, options, value, onChange }: AmountTilesProps) => (
  <div className={styles.tiles} role="radiogroup" aria-label={label}>
    {options.map((option) => (
      <label key={option.value} className={styles.tile}>
        <input
          className={styles.input}
          type="radio"
          name={name}
          value={option.value}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
        <span className={styles.amount}>
          <Money look={option.value === value ? 'mark' : 'plain'}>{option.amount}</Money>
        </span>
        <span className={styles.note}>{option.note}</span>
      </label>
    ))}
  </div>
)
