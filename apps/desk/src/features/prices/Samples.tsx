import { serviceNames } from '@nerdify/domain/catalog/services.ts'
import { type Cents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { Cell, Ledger } from '../../frame/Ledger.tsx'
import { priceTexts } from '../../texts/prices.ts'
import styles from './Prices.module.css'
import { type SampleOrder, sampleOrders } from './sample-orders.ts'

/** The extra services of a sample, in words. */
export const withServices = ({ added }: SampleOrder): string =>
  priceTexts.with(added.map((key) => serviceNames[key]).join(', '))

interface SamplesProps {
  title: string
  /** The sample's relevant facts. */
  about: (sample: SampleOrder) => string
  now: (sample: SampleOrder) => Cents | undefined
  after: (sample: SampleOrder) => Cents | undefined
}

/** Sample orders now and after the typed change. */
export function Samples({ title, about, now, after }: SamplesProps) {
  const { sampleColumns: columns } = priceTexts
  return (
    <div className={styles.samples}>
      <h3>{title}</h3>
      <Ledger
        caption={title}
        columns={[
          { name: columns.order },
          { name: columns.now, look: 'figure' },
          { name: columns.after, look: 'figure' },
          { name: columns.change, look: 'figure' },
        ]}
      >
        {sampleOrders.map((sample) => {
          const [before, later] = [now(sample), after(sample)]
          return (
            <tr key={sample.priceName}>
              <Cell head>
                <span>
                  {priceTexts.sample(
                    priceTexts.nameOf(sample.priceName),
                    sizeToWire(sample.size).toLowerCase(),
                    sample.hours,
                  )}
                </span>
                <small>{about(sample)}</small>
              </Cell>
              <Cell look="figure">{moneyText(before)}</Cell>
              <Cell look="figure">{moneyText(later)}</Cell>
              <Cell look="figure">{changeText(before, later)}</Cell>
            </tr>
          )
        })}
      </Ledger>
    </div>
  )
}

const moneyText = (cents: Cents | undefined): string =>
  cents === undefined ? priceTexts.cannotPrice : formatMoney(cents)

const changeText = (before: Cents | undefined, later: Cents | undefined): string => {
  if (before === undefined || later === undefined) return ''
  const change = later - before
  return `${change < 0 ? '−' : change > 0 ? '+' : ''}${formatMoney(Math.abs(change))}`
}
