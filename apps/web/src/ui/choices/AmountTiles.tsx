import styles from './AmountTiles.module.css'
import { CoverRadios } from './CoverChoice.tsx'
import { Money } from '../order/Money.tsx'

interface AmountTilesProps {
  /** The question, for assistive technology. */
  label: string
  /** The name under which a form sends the choice. */
  name: string
  /** `amount` is formatted, `note` says what it is of the price. */
  options: readonly { value: string; amount: string; note: string }[]
  value: string | undefined
  onChange: (value: string) => void
}

/** A few amounts to choose one from (ux 49); the chosen one is highlighted. */
export const AmountTiles = (props: AmountTilesProps) => (
  <CoverRadios {...props} look={{ group: styles.tiles, choice: styles.tile }}>
    {({ amount, note }, isChosen) => (
      <>
        <span className={styles.amount}>
          <Money look={isChosen ? 'mark' : 'plain'}>{amount}</Money>
        </span>
        <span className={styles.note}>{note}</span>
      </>
    )}
  </CoverRadios>
)
