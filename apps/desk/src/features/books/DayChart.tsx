import { formatShortMoney } from '@nerdify/domain/pricing/money.ts'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { useId } from 'react'
import { bookTexts } from '../../texts/books.ts'
import { type DayBars, stepOf } from './book-rows.ts'
import styles from './Books.module.css'

export interface ChartDay extends DayBars {
  date: string
  /** "Tue, Nov 17" */
  name: string
}

interface DayChartProps {
  /** Oldest first. */
  days: readonly ChartDay[]
  chosen: string
  onChoose: (date: string) => void
}

/** The chart's measures, in units of its own. */
const width = 1232
const left = 76
const top = 14
const axis = 210
const bottom = 248

/** Money by day as bars; the table has the same figures for screen readers. */
export function DayChart({ days, chosen, onChoose }: DayChartProps) {
  const id = useId()
  const highest = Math.max(...days.map(({ card, balance }) => card + balance))
  const step = stepOf(highest)
  const most = Math.max(1, Math.ceil(highest / step)) * step
  const scale = (axis - top) / most
  const slot = (width - left) / days.length
  const bar = Math.min(26, slot * 0.7)
  // Every date if there is room, else each fifth or tenth.
  const every = Math.ceil(days.length / 31) * (days.length > 31 ? 5 : 1)
  const texts = { title: `${id}title`, lead: `${id}lead` }
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} 276`}
      role="img"
      aria-labelledby={texts.title}
      aria-describedby={texts.lead}
    >
      <title id={texts.title}>{bookTexts.chart(days[0]?.name ?? '', days.at(-1)?.name ?? '')}</title>
      <desc id={texts.lead}>{bookTexts.chartLead}</desc>
      <Hatchings id={id} />
      {Array.from({ length: most / step + 1 }, (_, line) => {
        const y = axis - line * step * scale
        return (
          <g key={line}>
            <line className={line === 0 ? styles.axis : styles.grid} x1={left} x2={width} y1={y} y2={y} />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {formatShortMoney(line * step)}
            </text>
          </g>
        )
      })}
      {days.map(({ date, card, balance, out }, index) => {
        const middle = left + (index + 0.5) * slot
        const x = middle - bar / 2
        const isChosen = date === chosen
        return (
          <g key={date} onClick={() => onChoose(date)}>
            <rect
              className={isChosen ? styles.chosen : styles.slot}
              x={middle - slot / 2}
              y="6"
              width={slot}
              height="264"
            />
            <rect className={styles.card} x={x} y={axis - card * scale} width={bar} height={card * scale} />
            <rect
              className={styles.balance}
              fill={`url(#${id}balance)`}
              x={x}
              y={axis - (card + balance) * scale}
              width={bar}
              height={balance * scale}
            />
            <rect
              className={styles.out}
              fill={`url(#${id}out)`}
              x={x}
              y={axis}
              width={bar}
              // A day with a refund of a multiple of its income ends at the dates.
              height={Math.min(out * scale, bottom - axis - 14)}
            />
            {(isChosen || index % every === 0) && (
              <text className={joinClasses(isChosen && styles.on)} x={middle} y={bottom + 8} textAnchor="middle">
                {Number(date.slice(-2))}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

const Hatchings = ({ id }: { id: string }) => (
  <defs>
    <pattern id={`${id}balance`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(38)">
      <path className={styles.pen} d="M3 0v6" />
    </pattern>
    <pattern id={`${id}out`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-38)">
      <path className={styles.red} d="M2.5 0v5" />
    </pattern>
  </defs>
)

/** Explains the bars. */
export function Legend() {
  const id = useId()
  const { series } = bookTexts
  const swatch = (name: 'card' | 'balance' | 'out') => (
    <svg viewBox="0 0 18 14" aria-hidden="true">
      <Hatchings id={id} />
      <rect
        className={styles[name]}
        fill={name === 'card' ? undefined : `url(#${id}${name})`}
        x="1"
        y="1"
        width="16"
        height="12"
      />
    </svg>
  )
  return (
    <ul className={styles.legend}>
      {(['card', 'balance', 'out'] as const).map((name) => (
        <li key={name}>
          {swatch(name)}
          <span>{series[name]}</span>
        </li>
      ))}
    </ul>
  )
}
