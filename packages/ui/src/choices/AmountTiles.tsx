import styles from './AmountTiles.module.css'
import { CoverRadios, type RadiosProps } from './CoverChoice.tsx'
import { Money } from '../order/Money.tsx'

/** `amount` is formatted, `note` says what it is of the price. */
interface AmountTile {
  value: string
  amount: string
  note: string
}

/** A few amounts to choose one from (ux 49); the chosen one is highlighted. */
export const AmountTiles = (props: RadiosProps<string, AmountTile>) => (
  <CoverRadios {...props} look={{ group: styles.tiles, choice: styles.tile }}>
    {({ amount, note }, isChosen) => (
      <>
        <span className={styles.amount}>
          <Money look={isChosen ? 'mark' : 'plain'}>{amount}</Money>
        </span>
        <small>{note}</small>
      </>
    )}
  </CoverRadios>
)
