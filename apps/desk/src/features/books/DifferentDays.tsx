import { failureText } from '@nerdify/browser/failure-text.ts'
import type { Books } from '@nerdify/contract/books.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { differenceText } from '@nerdify/domain/books/book-figures.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { centsFromDollars } from '@nerdify/domain/pricing/money.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useState } from 'react'
import { useCompareDay, useSettleDay } from '../../api/book-queries.ts'
import { usePress } from '../../frame/use-press.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { useEdit } from '../../frame/use-edit.ts'
import { FormDialog } from '../../frame/FormDialog.tsx'
import { bookTexts } from '../../texts/books.ts'
import { dayName } from './book-rows.ts'
import styles from './Books.module.css'

type Day = Books['days'][number]

interface DifferentDaysProps {
  books: Books
  me: OperatorAnswer
  now: number
}

/** The days that differ from the card provider, newest first, or the last compared day (OPS-13). */
export function DifferentDays({ books, me, now }: DifferentDaysProps) {
  const days = books.days.filter(({ differences }) => differences.length > 0).toReversed()
  const until = books.compared_until
  const compared = until === null ? bookTexts.notCompared : bookTexts.comparedUntil(dayName(until, now))
  if (days.length === 0) {
    return (
      <div className={styles.differ}>
        <Text look="small">{compared}</Text>
      </div>
    )
  }
  return (
    <div className={styles.differ}>
      <Card title={bookTexts.differ}>
        <CardBody>
          <Stack>
            <Text look="small">{bookTexts.differLead}</Text>
            <Text look="small">{compared}</Text>
            {days.map((day) => (
              <DifferentDay key={day.date} day={day} me={me} now={now} />
            ))}
          </Stack>
        </CardBody>
      </Card>
    </div>
  )
}

interface DifferentDayProps {
  day: Day
  me: OperatorAnswer
  now: number
}

function DifferentDay({ day: { date, differences }, me, now }: DifferentDayProps) {
  const name = dayName(date, now)
  const compare = useCompareDay(date)
  const press = usePress()
  const [isSettling, setIsSettling] = useState(false)
  const comparedAt = dateWords(me.company_zone).time(Date.parse(differences[0]?.compared_at ?? ''), now)
  const isOpen = differences.some(({ settled }) => settled === null)
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {differences.map(({ figure, ours, theirs, settled }) => (
          <li key={figure}>
            <span>
              {differenceText({ figure, oursCents: centsFromDollars(ours), theirsCents: centsFromDollars(theirs) })}
            </span>
            {settled && (
              <Text look="small">
                <span dir="auto">{bookTexts.settledBy(settled.person, settled.reason)}</span>
              </Text>
            )}
          </li>
        ))}
      </ul>
      <Text look="small">{bookTexts.comparedAt(comparedAt)}</Text>
      <div role="status">{compare.error && <ErrorText>{failureText(compare.error)}</ErrorText>}</div>
      <Cluster>
        <Button
          size="small"
          aria-label={bookTexts.compareDay(name)}
          busy={compare.isPending && bookTexts.comparing}
          onClick={() => afterWrite(compare.mutateAsync(press.begin()), press.end)}
        >
          {bookTexts.compare}
        </Button>
        {isOpen && may(me.role, 'settle the books') && (
          <Button size="small" aria-label={bookTexts.settleDay(name)} onClick={() => setIsSettling(true)}>
            {bookTexts.settle}
          </Button>
        )}
      </Cluster>
      {isSettling && <SettleDialog date={date} name={name} me={me} onClose={() => setIsSettling(false)} />}
    </section>
  )
}

interface SettleDialogProps {
  date: string
  name: string
  me: OperatorAnswer
  onClose: () => void
}

/** Settles the differences of a day with a reason. */
function SettleDialog({ date, name, me, onClose }: SettleDialogProps) {
  const edit = useEdit(`${me.id ?? me.name}.settle.${date}`, { version: '', cells: {} })
  const settle = useSettleDay(date)
  const [tried, setTried] = useState(false)
  const reason = edit.value('reason')
  const isMissing = isBlank(reason)
  const refused = settle.error && failureText(settle.error)
  const isOfField = settle.error?.error_value === 'reason'
  const onSend = () => {
    setTried(true)
    if (settle.isPending || isMissing) return
    const finish = () => {
      edit.clear()
      onClose()
    }
    afterWrite(settle.mutateAsync({ body: { reason }, key: edit.begin().key }), finish)
  }
  return (
    <FormDialog
      title={bookTexts.settleDay(name)}
      send={bookTexts.settle}
      busy={settle.isPending && bookTexts.settling}
      error={!isOfField && refused}
      onSend={onSend}
      onClose={onClose}
    >
      <p>{bookTexts.settleLead}</p>
      <TextField
        label={bookTexts.reason}
        value={reason}
        error={isOfField ? refused : tried && isMissing && bookTexts.reasonMissing}
        onChange={({ currentTarget }) => {
          edit.type('reason', currentTarget.value)
          if (settle.isError) settle.reset()
        }}
      />
    </FormDialog>
  )
}
