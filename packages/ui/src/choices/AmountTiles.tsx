import styles from './AmountTiles.module.css'
import { CoverRadios, type RadiosProps } from './CoverChoice.tsx'
import { Money } from '../order/Money.tsx'

/** `amount` is formatted; `note` is its share of the price, e.g. `10%`. */
interface AmountTile {
  value: string
  amount: string
  note: string
}

/** A choice of a few amounts (ux 49); the selected one is highlighted. */
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
