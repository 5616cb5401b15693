import type { Books } from '@nerdify/contract/books.ts'
import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import {
  bookFigureNames,
  bookFigures,
  type BookSums,
  cardNetCents,
  creditCents,
  incomeFigures,
} from '@nerdify/domain/books/book-figures.ts'
import { type Cents, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster } from '@nerdify/ui/page/Layout.tsx'
import { Blank } from '@nerdify/ui/surfaces/Blank.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useBooks } from '../../api/book-queries.ts'
import { serverNow } from '../../api/client.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { Cell, Figure, Ledger } from '../../frame/Ledger.tsx'
import { ReadState, ScreenHead } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { bookTexts } from '../../texts/books.ts'
import { barsOf, bookColumns, dayName, hasMoved, sumsOf } from './book-rows.ts'
import styles from './Books.module.css'
import { DayChart, Legend } from './DayChart.tsx'
import { DifferentDays } from './DifferentDays.tsx'
import { type Period, periodOf, periodsOf } from './period.ts'

const keyList = [
  ['←', bookTexts.key.previous],
  ['→', bookTexts.key.next],
] as const

/** `/books`: money by day, as a table, a chart and a CSV (DESK-06, OPS-13). */
export function BooksScreen({ me }: { me: OperatorAnswer }) {
  const [params] = useSearchParams()
  const now = useClock(serverNow)
  const periods = periodsOf(now, me.company_zone)
  const period = periodOf(params, periods.month)
  const books = useBooks(period)
  useScreenTitle(bookTexts.heading)
  const { data } = books
  return (
    <>
      <ScreenHead title={bookTexts.heading} lead={bookTexts.lead(me.company_zone)} keys={keyList}>
        {data && (
          <a
            className={buttonClass({ size: 'small', variant: 'primary' })}
            href={`${opsPaths.booksCsv()}?${new URLSearchParams(period)}`}
            download
          >
            {bookTexts.csv(data.days.length)}
          </a>
        )}
      </ScreenHead>
      <PeriodForm period={period} periods={periods} fault={books.error?.error_value === 'from' && books.error.text} />
      <ReadState query={books} texts={bookTexts.read} />
      {data && !books.error && (
        <div aria-busy={books.isPlaceholderData}>
          <DifferentDays books={data} me={me} now={now} />
          <Days key={`${period.from} ${period.to}`} books={data} now={now} today={periods.month.to} />
        </div>
      )}
    </>
  )
}

interface PeriodFormProps {
  period: Period
  periods: Readonly<Record<keyof typeof bookTexts.periods, Period>>
  fault: string | false | undefined
}

/** The days in the address. */
function PeriodForm({ period, periods, fault }: PeriodFormProps) {
  const [, setParams] = useSearchParams()
  const date = (name: keyof Period) => (
    <TextField
      type="date"
      label={bookTexts[name]}
      value={period[name]}
      required
      // A half-typed date is empty.
      onChange={({ currentTarget: { value } }) =>
        value !== '' && setParams({ ...period, [name]: value }, { replace: true })
      }
      error={name === 'from' && fault}
    />
  )
  return (
    <div className={styles.tools} role="group" aria-label={bookTexts.period}>
      {date('from')}
      {date('to')}
      <Cluster gap={2}>
        {(['week', 'month', 'quarter'] as const).map((name) => {
          const { from, to } = periods[name]
          return (
            <Link
              key={name}
              className={buttonClass({ size: 'small' })}
              to={{ search: new URLSearchParams(periods[name]).toString() }}
              replace
              aria-current={from === period.from && to === period.to ? true : undefined}
            >
              {bookTexts.periods[name]}
            </Link>
          )
        })}
      </Cluster>
    </div>
  )
}

/** Cents as a figure of a column: "1,772.55", with a real minus. */
const figureOf = (cents: Cents): string => formatMoney(cents).replace('$', '').replace('-', '−')
const moneyOf = (cents: Cents): string => formatMoney(cents).replace('-', '−')

interface DaysProps {
  books: Books
  now: number
  /** Today's date in the company's zone. */
  today: string
}

function Days({ books, now, today }: DaysProps) {
  const days = books.days.map(({ date, differences, ...amounts }) => ({
    date,
    isDifferent: differences.length > 0,
    name: dayName(date, now),
    sums: sumsOf(amounts),
  }))
  const sum = sumsOf(books.sum)
  const [date, setDate] = useState(days.at(-1)?.date)
  const chosen = days.find((day) => day.date === date) ?? days.at(-1)
  const step = (by: 1 | -1) => setDate(days[days.findIndex((day) => day === chosen) + by]?.date ?? date)
  useKeys({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) })
  if (chosen === undefined || !hasMoved(sum)) {
    return (
      <Blank head={[days[0]?.name, days.at(-1)?.name].join(' – ')} title={bookTexts.noMoney}>
        {bookTexts.noMoneyLead}
      </Blank>
    )
  }
  return (
    <div className={styles.days}>
      <Sums sums={sum} />
      <Card title={bookTexts.byDay} badge={<Legend />}>
        <CardBody>
          <DayChart
            days={days.map((day) => ({ ...day, ...barsOf(day.sums) }))}
            chosen={chosen.date}
            onChoose={setDate}
          />
          <div className={styles.day}>
            <p role="status" className={styles.day}>
              <b>{chosen.name}</b>
              {hasMoved(chosen.sums) ? (
                bookFigures
                  .filter((figure) => chosen.sums[figure] !== 0)
                  .map((figure) => (
                    <span key={figure} className={styles.figure}>
                      <span>{bookFigureNames[figure]}</span>
                      <b>{moneyOf(incomeFigures.has(figure) ? chosen.sums[figure] : 0 - chosen.sums[figure])}</b>
                    </span>
                  ))
              ) : (
                <span>{bookTexts.noMove}</span>
              )}
            </p>
            <Button size="small" variant="quiet" blocked={chosen === days[0]} onClick={() => step(-1)}>
              {bookTexts.previous}
            </Button>
            <Button size="small" variant="quiet" blocked={chosen === days.at(-1)} onClick={() => step(1)}>
              {bookTexts.next}
            </Button>
          </div>
        </CardBody>
      </Card>
      <Ledger
        caption={bookTexts.caption}
        columns={[{ name: bookTexts.day }, ...bookColumns.map(([name]) => ({ name, look: 'figure' as const }))]}
      >
        {days.toReversed().map((day) => (
          <tr
            key={day.date}
            className={day === chosen ? styles.isChosen : undefined}
            aria-current={day === chosen ? true : undefined}
          >
            <Cell head>
              <span>{day.date === today ? `${day.name}, ${bookTexts.today}` : day.name}</span>
              {day.isDifferent && <small>{bookTexts.differs}</small>}
            </Cell>
            <Figures sums={day.sums} />
          </tr>
        ))}
        <tr className={styles.sum}>
          <Cell head>{bookTexts.sum(days.length)}</Cell>
          <Figures sums={sum} />
        </tr>
      </Ledger>
    </div>
  )
}

const Figures = ({ sums }: { sums: BookSums }) =>
  bookColumns.map(([name, cents]) => (
    <Cell key={name} look="figure">
      <Figure isZero={cents(sums) === 0}>{figureOf(cents(sums))}</Figure>
    </Cell>
  ))

/** The sums of all days. */
function Sums({ sums }: { sums: BookSums }) {
  const { columns } = bookTexts
  const { card, balance } = barsOf(sums)
  const facts: readonly (readonly [string, Cents])[] = [
    [bookTexts.series.card, card],
    [bookTexts.series.balance, balance],
    [bookTexts.refunds, 0 - sums.refunds_to_cards - sums.refunds_to_balances - sums.refunds_outside],
    [columns.disputes, 0 - sums.disputes],
    [columns.credits, 0 - creditCents(sums)],
    [columns.net, cardNetCents(sums)],
  ]
  return (
    <dl className={styles.facts} aria-label={bookTexts.sums}>
      {facts.map(([name, cents]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{moneyOf(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}
