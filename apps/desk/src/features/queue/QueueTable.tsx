import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { QueueEntry } from '@nerdify/contract/queue.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { timeLeft } from '@nerdify/domain/dates/time-left.ts'
import { orderWaits } from '@nerdify/domain/orders/order-waits.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { formatPhone } from '@nerdify/domain/sign-in/phone-format.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon, GiftIcon, MessageIcon, outline, PenIcon, UndoIcon } from '@nerdify/ui/actions/Icons.tsx'
import { ClockIcon } from '@nerdify/ui/actions/StatusIcons.tsx'
import { joinClasses } from '@nerdify/ui/join-classes.ts'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { conversationPage, orderPage } from '../../api/open-pages.ts'
import { rowKey } from '../../api/queries.ts'
import { OpenBy } from '../../frame/OpenBy.tsx'
import { type ChosenRow, useIsChosen } from '../../frame/use-chosen-row.ts'
import { queueTexts } from '../../texts/queue.ts'
import { bandsOf, isSoon } from './queue-bands.ts'
import styles from './QueueTable.module.css'

interface QueueTableProps {
  entries: readonly QueueEntry[]
  /** The name of the person at the desk. */
  me: string
  /** Epoch milliseconds (UTC). */
  now: number
  /** The instant of the bands, which rest with the rows. */
  bandsAt: number
  /** The company's time zone (IANA). */
  zone: string
  chosen: ChosenRow
  onTake: (entry: QueueEntry) => void
  onResend: (entry: QueueEntry) => void
  /** The order being taken or released, or the message being resent. */
  busy: string | undefined
}

/** Magnifying glass over a person. */
const FindPersonIcon = outline(
  'M6 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM10.3 15H7a4 4 0 0 0-4 4v2M14 17a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM21 21l-1.9-1.9',
)
/** Arrow back around. */
const AgainIcon = outline('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5')
/** Thumb down. */
const ThumbDownIcon = outline(
  'M17 14V2M9 18.12 10 14H4.17a2 2 0 0 1-1.92-2.56l2.33-8A2 2 0 0 1 6.5 2H20a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-2.76a2 2 0 0 0-1.79 1.11L12 22a3.13 3.13 0 0 1-3-3.88Z',
)
/** House with columns: the bank. */
const BankIcon = outline('M3 22h18M6 18v-7M10 18v-7M14 18v-7M18 18v-7M3 8 12 3l9 5z')
/** Exclamation mark in a triangle: stuck work. */
const StuckIcon = outline('m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01')

const waitIcons: Record<QueueEntry['kind'], typeof AlertIcon> = {
  nerd_search: FindPersonIcon,
  work: PenIcon,
  revision_request: AgainIcon,
  revision: AgainIcon,
  refund_request: UndoIcon,
  quality_review: ThumbDownIcon,
  dispute: BankIcon,
  message: MessageIcon,
  held_bonus: GiftIcon,
  failed_refund: StuckIcon,
  failed_message: StuckIcon,
  unscanned_file: StuckIcon,
}

/** The rows of the queue in bands: late, due within the hour, today and later (DESK-01). */
export function QueueTable({ entries, me, now, bandsAt, zone, chosen, onTake, onResend, busy }: QueueTableProps) {
  const bands = useMemo(() => bandsOf(entries, bandsAt, zone), [entries, bandsAt, zone])
  const { columns } = queueTexts
  return (
    <div className={styles.ledger}>
      <table
        className={styles.queue}
        onFocus={({ target }) => {
          const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
          if (row !== undefined) chosen.choose(row)
        }}
        onKeyDown={({ key, target }) => {
          // A press on the link also ends the wait of the search for another key.
          if (key === 'Enter' && target instanceof HTMLTableRowElement) target.querySelector('a')?.click()
        }}
      >
        <caption>
          <VisuallyHidden>{queueTexts.caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col" className={styles.due} aria-sort="ascending">
              {columns.due}
            </th>
            <th scope="col" className={styles.wait}>
              {columns.wait}
            </th>
            <th scope="col">{columns.order}</th>
            <th scope="col" className={joinClasses(styles.extras, styles.wide)}>
              {columns.extras}
            </th>
            <th scope="col" className={joinClasses(styles.nerd, styles.wide)}>
              {columns.nerd}
            </th>
            <th scope="col" className={joinClasses(styles.paid, styles.wide)}>
              {columns.paid}
            </th>
            <th scope="col" className={styles.with}>
              {columns.with}
            </th>
          </tr>
        </thead>
        {bands.map(({ name, rows }) => (
          <tbody key={name}>
            <tr className={styles.band}>
              <th colSpan={4} scope="rowgroup">
                <span className={name === 'late' ? styles.late : undefined}>
                  {name === 'late' && <AlertIcon />}
                  <b>{`${queueTexts.bands[name]}, ${rows.length}`}</b>
                </span>
              </th>
              <td colSpan={3} className={styles.wide} aria-hidden="true" />
            </tr>
            {rows.map((entry) => (
              <Row
                key={rowKey(entry)}
                entry={entry}
                me={me}
                now={now}
                zone={zone}
                chosen={chosen}
                isBusy={busy !== undefined && [entry.order_id, entry.id].includes(busy)}
                onTake={onTake}
                onResend={onResend}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Whether staff take the order of a row: for its own waits and its conversation, not for stuck work (OPS-09). */
export const isTakeable = ({ kind, conversation }: QueueEntry): boolean => kind in orderWaits || conversation !== null

/** The sender of a message by name and phone, each once. */
const sendersOf = ({ name, phone }: QueueEntry) => {
  const number = phone === null ? null : formatPhone(phone)
  const senders = name === number ? [number] : [name, number]
  // A phone number stays on one line.
  return senders.map((sender) => (sender?.startsWith('+') ? sender.replaceAll(' ', '\u00A0') : sender))
}

interface RowProps extends Pick<QueueTableProps, 'me' | 'now' | 'zone' | 'chosen' | 'onTake' | 'onResend'> {
  entry: QueueEntry
  /** It is being taken, released or resent. */
  isBusy: boolean
}

/** Memoized: a taken or new row renders no other one. */
const Row = memo(function Row({ entry, me, now, zone, chosen, isBusy, onTake, onResend }: RowProps) {
  const isChosen = useIsChosen(chosen, rowKey(entry))
  const Icon = waitIcons[entry.kind]
  const dates = dateWords(zone)
  const deadline = entry.deadline === null ? '' : capitalized(dates.brief(Date.parse(entry.deadline), now))
  const nerd = entry.number === null ? '' : (entry.nerd ?? queueTexts.noNerd)
  const about = [entry.number, entry.work, entry.subject, ...sendersOf(entry)]
    .filter((each) => each !== null)
    .join(' · ')
  return (
    <tr
      data-row={rowKey(entry)}
      className={joinClasses(entry.late && styles.isLate, entry.turn === 'nerd' && styles.isTheirs)}
      aria-current={isChosen ? true : undefined}
      tabIndex={isChosen ? 0 : -1}
    >
      <td className={styles.due}>
        <Due entry={entry} now={now} zone={zone} />
      </td>
      <td className={styles.wait}>
        <Icon />
        <b>{capitalized(entry.waits_for)}</b>
        <small>{queueTexts.since(dates.brief(Date.parse(entry.since), now))}</small>
      </td>
      <th scope="row">
        <Task entry={entry} />
        <small>{about}</small>
        {entry.number !== null && entry.words !== null && <small className={styles.words}>{entry.words}</small>}
        {entry.proved === false && <small>{queueTexts.unknownSender}</small>}
        <span className={styles.folded}>
          <small>{[deadline, nerd].filter((each) => each !== '').join(' · ')}</small>
          <Extras names={entry.services} />
        </span>
      </th>
      <td className={joinClasses(styles.extras, styles.wide)}>
        <Extras names={entry.services} />
      </td>
      <td className={joinClasses(styles.nerd, styles.wide)}>
        <span>{deadline}</span>
        <small>{nerd}</small>
      </td>
      <td className={joinClasses(styles.paid, styles.wide)}>
        {entry.amount === null ? '' : formatMoney(centsFromDollars(entry.amount))}
      </td>
      <td className={styles.with}>
        <With entry={entry} me={me} isBusy={isBusy} onTake={onTake} onResend={onResend} />
        <Others entry={entry} />
      </td>
    </tr>
  )
})

/** The page of a row: the conversation or the sender of a message, the order, or else the client. */
function pageOf({ kind, id, number, conversation, client_id: client }: QueueEntry): string | undefined {
  if (kind === 'message') return conversation === null ? deskPaths.contact(id) : deskPaths.conversation(conversation)
  if (number !== null) return deskPaths.order(number)
  return client === null ? undefined : deskPaths.client(client)
}

/** The row's subject; a click anywhere outside of the row's buttons opens its page. */
const Task = ({ entry }: Pick<RowProps, 'entry'>) => {
  const text = entry.number === null ? (entry.words ?? queueTexts.noOrder) : (entry.title ?? queueTexts.untitled)
  const page = pageOf(entry)
  return page === undefined ? (
    <span className={styles.task}>{text}</span>
  ) : (
    <Link className={joinClasses(styles.task, styles.open)} to={page}>
      {text}
    </Link>
  )
}

function Due({ entry: { due, late }, now, zone }: Pick<RowProps, 'entry' | 'now' | 'zone'>) {
  if (due === null) return <small>{queueTexts.noPromise}</small>
  const at = Date.parse(due)
  const isNear = !late && isSoon(at, now)
  const words = late ? queueTexts.lateBy(timeLeft(now, at)) : queueTexts.dueIn(timeLeft(at, now))
  return (
    <>
      <b className={joinClasses(late && styles.late, isNear && styles.soon)}>
        {late && <AlertIcon />}
        {isNear && <ClockIcon />}
        <span>{words}</span>
      </b>
      <small>{dateWords(zone).brief(at, now)}</small>
    </>
  )
}

const Extras = ({ names }: { names: readonly string[] }) => (
  <span className={styles.tags}>
    {names.map((name) => (
      <span key={name} className={styles.tag} title={name}>
        {queueTexts.extraTag(name)}
      </span>
    ))}
  </span>
)

interface WithProps {
  entry: QueueEntry
  me: string
  isBusy: boolean
  onTake: (entry: QueueEntry) => void
  onResend: (entry: QueueEntry) => void
}

/** The colleagues who have the order or the conversation of a row open (DESK-07). */
function Others({ entry: { order_id: orderId, conversation, client_id: clientId } }: Pick<RowProps, 'entry'>) {
  // The general conversation has its client's address.
  if (conversation !== null && conversation === clientId)
    return <OpenBy page={conversationPage({ order_id: null, client_id: clientId })} />
  return orderId !== null && <OpenBy page={orderPage(orderId)} />
}

/**
 * The colleague who has the row, the button that takes or releases it (OPS-09), and the step of an undelivered message.
 */
function With({ entry, me, isBusy, onTake, onResend }: WithProps) {
  const { taken_by: holder, number, waits_for: wait } = entry
  const isMine = holder === me
  return (
    <span className={styles.holder}>
      <span>{isMine ? queueTexts.you : (holder ?? '')}</span>
      {number !== null && isTakeable(entry) && (holder === null || isMine) && (
        <Button
          size="small"
          variant="quiet"
          busy={isBusy && queueTexts.taking}
          aria-label={(isMine ? queueTexts.releaseOf : queueTexts.takeOf)(number, wait)}
          onClick={() => onTake(entry)}
        >
          {isMine ? queueTexts.release : queueTexts.take}
        </Button>
      )}
      {entry.next.some(({ event }) => event === 'resend') && (
        <Button
          size="small"
          variant="quiet"
          busy={isBusy && queueTexts.taking}
          aria-label={queueTexts.resendOf(entry.words ?? wait)}
          onClick={() => onResend(entry)}
        >
          {queueTexts.resend}
        </Button>
      )}
    </span>
  )
}
