import { outcomeUnknown } from '@nerdify/browser/call-error.ts'
import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OwedToNerds, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { monthAt } from '@nerdify/domain/nerds/owed-to-nerds.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { TextField } from '@nerdify/ui/fields/TextField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useState } from 'react'
import { serverNow } from '../../api/client.ts'
import { useNerdOwed, usePayOut } from '../../api/nerd-queries.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { Cell, Figure, Ledger } from '../../frame/Ledger.tsx'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { useEdit } from '../../frame/use-edit.ts'
import { FormDialog } from '../../frame/FormDialog.tsx'
import { nerdTexts } from '../../texts/nerds.ts'
import styles from './Nerds.module.css'

const money = (dollars: number): string => formatMoney(centsFromDollars(dollars))

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "November 2026" of "2026-11". */
const monthName = (month: string): string => monthFormat.format(Date.parse(month))

type MonthOfNerd = OwedToNerds['months'][number]

interface OwedCardProps {
  nerd: RegisteredNerd
  me: OperatorAnswer
}

/** The amounts owed to a Nerd by month, with its payouts (OPS-14). */
export function OwedCard({ nerd, me }: OwedCardProps) {
  const owed = useNerdOwed(nerd.id)
  const [paying, setPaying] = useState<string>()
  const [isBooked, setIsBooked] = useState(false)
  const mayPay = may(me.role, 'pay Nerds')
  const month = owed.data?.months.find((row) => row.month === paying)
  return (
    <Card title={nerdTexts.owed}>
      <CardBody>
        <ReadState query={owed} texts={nerdTexts.owedRead} lines={3} />
        {owed.data?.months.length === 0 && <Text look="muted">{nerdTexts.noOwed}</Text>}
        {owed.data && owed.data.months.length > 0 && (
          <Stack gap={3}>
            <Months
              months={owed.data.months}
              zone={me.company_zone}
              onPay={
                mayPay
                  ? (row) => {
                      setIsBooked(false)
                      setPaying(row.month)
                    }
                  : undefined
              }
            />
            <div role="status">{isBooked && <Text look="small">{nerdTexts.booked}</Text>}</div>
            <Payouts payouts={owed.data.payouts} zone={me.company_zone} />
          </Stack>
        )}
        {month && (
          <PayOutDialog
            month={month}
            nerd={nerd}
            me={me}
            onClose={() => setPaying(undefined)}
            onDone={() => {
              setPaying(undefined)
              setIsBooked(true)
            }}
          />
        )}
      </CardBody>
    </Card>
  )
}

interface MonthsProps {
  months: readonly MonthOfNerd[]
  zone: string
  /** Undefined for a role that may not pay out. */
  onPay: ((month: MonthOfNerd) => void) | undefined
}

function Months({ months, zone, onPay }: MonthsProps) {
  const { owedColumns: columns } = nerdTexts
  const current = monthAt(serverNow(), zone)
  return (
    <Ledger
      caption={nerdTexts.owed}
      columns={[
        { name: columns.month },
        { name: columns.fees, look: 'figure' },
        { name: columns.tips, look: 'figure' },
        { name: columns.paidOut, look: 'figure' },
        { name: columns.owed, look: 'figure' },
        ...(onPay ? [{ name: columns.step, look: 'figure' } as const] : []),
      ]}
    >
      {months.map((row) => (
        <tr key={row.month}>
          <Cell head>
            <span>{monthName(row.month)}</span>
            {row.month === current && <small>{nerdTexts.soFar}</small>}
          </Cell>
          <Sum dollars={row.fees} />
          <Sum dollars={row.tips} />
          <Sum dollars={row.paid_out} />
          <Sum dollars={row.owed} />
          {onPay && (
            <Cell look="figure">
              {row.owed > 0 && (
                <Button size="small" aria-label={nerdTexts.payOutOf(monthName(row.month))} onClick={() => onPay(row)}>
                  {nerdTexts.payOut}
                </Button>
              )}
            </Cell>
          )}
        </tr>
      ))}
    </Ledger>
  )
}

const Sum = ({ dollars }: { dollars: number }) => (
  <Cell look="figure">
    <Figure isZero={dollars === 0}>{money(dollars)}</Figure>
  </Cell>
)

const Payouts = ({ payouts, zone }: { payouts: OwedToNerds['payouts']; zone: string }) =>
  payouts.length > 0 && (
    <div>
      <h3>{nerdTexts.payouts}</h3>
      <ul className={styles.payouts}>
        {payouts.map(({ month, amount, reference, person, at }) => (
          <li key={at}>
            <b>{nerdTexts.payout(money(amount), monthName(month))}</b>
            <small dir="auto">
              {[capitalized(dateWords(zone).time(Date.parse(at), serverNow())), person, reference].join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )

interface PayOutDialogProps extends OwedCardProps {
  month: MonthOfNerd
  onClose: () => void
  onDone: () => void
}

/** Records that a month's owed amount was paid out; staff transfer the money themselves. */
function PayOutDialog({ nerd, me, month: { month, owed }, onClose, onDone }: PayOutDialogProps) {
  const edit = useEdit(`${me.id ?? me.name}.payout.${nerd.id}.${month}`, { version: String(owed), cells: {} })
  const amount = Number(edit.pressed ?? owed)
  const pay = usePayOut(nerd.id)
  const [tried, setTried] = useState(false)
  const reference = edit.value('reference')
  const isMissing = isBlank(reference)
  const refused = pay.error && failureText(pay.error)
  const isOfField = pay.error?.error_value === 'reference'
  const onSend = () => {
    setTried(true)
    if (pay.isPending || isMissing) return
    const finish = () => {
      edit.clear()
      onDone()
    }
    const { key } = edit.begin(String(amount))
    const paid = pay.mutateAsync(
      { body: { month, amount, reference }, key },
      { onError: (error) => outcomeUnknown(error) || edit.rebase() },
    )
    afterWrite(paid, finish)
  }
  return (
    <FormDialog
      title={nerdTexts.payOutOf(monthName(month))}
      send={nerdTexts.book(money(amount))}
      busy={pay.isPending && nerdTexts.saving}
      error={!isOfField && refused}
      onSend={onSend}
      onClose={onClose}
    >
      <p>{nerdTexts.payOutLead(nerd.name, money(amount))}</p>
      <TextField
        label={nerdTexts.reference}
        value={reference}
        error={isOfField ? refused : tried && isMissing && nerdTexts.referenceMissing}
        onChange={({ currentTarget }) => {
          edit.type('reference', currentTarget.value)
          if (pay.isError) pay.reset()
        }}
      />
    </FormDialog>
  )
}
