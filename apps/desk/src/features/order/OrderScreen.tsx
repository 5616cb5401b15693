import { failureText } from '@nerdify/browser/failure-text.ts'
import type { OperationsConversation } from '@nerdify/contract/conversations.ts'
import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { answerWaits, type OpenWait } from '@nerdify/contract/queue.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { timeLeft } from '@nerdify/domain/dates/time-left.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Status } from '@nerdify/ui/order/Status.tsx'
import { Text } from '@nerdify/ui/page/Layout.tsx'
import { CardSkeleton } from '@nerdify/ui/surfaces/Card.tsx'
import { Skeleton } from '@nerdify/ui/surfaces/Skeleton.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useConversation } from '../../api/conversation-queries.ts'
import { useActiveNerds, useMailSheet, useOrder, useOrderFiles } from '../../api/order-queries.ts'
import { orderPage, useShownPage } from '../../api/open-pages.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { Holder } from '../../frame/Holder.tsx'
import { OpenBy } from '../../frame/OpenBy.tsx'
import { KeysButton, ScreenReadState } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { orderTexts } from '../../texts/order.ts'
import { QueuePlace } from '../queue/QueuePlace.tsx'
import { AddFiles } from './AddFiles.tsx'
import { Autopilot } from './Autopilot.tsx'
import { ClientCard } from './ClientCard.tsx'
import { Files } from './Files.tsx'
import { ExtrasCard, HistoryCard, MoneyCard, TaskCard } from './OrderCards.tsx'
import { deliversNext, takesSheet } from './order-steps.ts'
import { MoneySteps } from './MoneySteps.tsx'
import styles from './OrderScreen.module.css'
import { StepCard } from './StepCard.tsx'

const { key: keyNames } = orderTexts
const keyList = [
  ['j', keyNames.next],
  ['k', keyNames.previous],
  ['n', keyNames.step],
  ['t', keyNames.take],
  ['r', keyNames.reply],
  ['a', keyNames.author],
  ['s', keyNames.replies],
  ['o', keyNames.note],
  ['Ctrl + Enter', keyNames.send],
  ['Esc', keyNames.queue],
] as const

/** `/orders/…`: one order on one page, and the steps that its state and the role allow (DESK-02). */
export function OrderScreen({ me }: { me: OperatorAnswer }) {
  const { idOrNumber = '' } = useParams()
  const order = useOrder(idOrNumber)
  // The next step may need them, so they load together with the order.
  useActiveNerds()
  return (
    <>
      <div className={styles.crumb}>
        <QueuePlace idOrNumber={idOrNumber} />
        <KeysButton keys={keyList} />
      </div>
      <ScreenReadState query={order} texts={orderTexts.read} zone={me.company_zone} />
      {order.data && <Loaded key={order.data.id} order={order.data} address={idOrNumber} me={me} />}
    </>
  )
}

const Waiting = () => (
  <Skeleton label={orderTexts.read.loading}>
    <CardSkeleton lines={8} />
  </Skeleton>
)

// Loaded with the screen of the conversations, after the first load.
const Thread = lazy(async () => ({ default: (await import('../conversations/Thread.tsx')).Thread }))

interface LoadedProps {
  order: OperationsOrderWithHistory
  /** The order's id or number, as the address has it. */
  address: string
  me: OperatorAnswer
}

function Loaded({ order, address, me }: LoadedProps) {
  const now = useClock(serverNow)
  const files = useOrderFiles(order.id, order.version)
  const thread = useConversation(order.number).data
  const zone = me.company_zone
  useShownPage(orderPage(order.id))
  useScreenTitle(`${order.number}, ${order.name ?? orderTexts.untitled}`)
  return (
    <>
      <Head order={order} thread={thread} now={now} me={me.name} />
      <Facts order={order} thread={thread} now={now} zone={zone} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <TaskCard order={order} />
          <div className={styles.halves}>
            <Files order={order} files={files} now={now} zone={zone}>
              {!deliversNext(order) && <AddFiles orderId={order.id} suggested="file_final_draft" />}
              {takesSheet(order) && <MailSheet order={order} address={address} />}
            </Files>
            <ExtrasCard order={order} files={files.data ?? []} />
          </div>
          <Suspense fallback={<Waiting />}>
            <Thread id={order.number} me={me} now={now} />
          </Suspense>
          <div className={styles.halves}>
            <ClientCard clientId={order.client_id} orderId={order.id} />
            <HistoryCard events={order.events} now={now} zone={zone} />
          </div>
        </div>
        <div className={styles.side}>
          <StepCard order={order} address={address} me={me} files={files.data} now={now} />
          <MoneyCard order={order} now={now}>
            <MoneySteps order={order} address={address} me={me} />
          </MoneyCard>
          {me.sandbox && <Autopilot order={order} address={address} />}
        </div>
      </div>
    </>
  )
}

/** Mails the Nerd the task with all of the client's files (OPS-14). */
export function MailSheet({ order, address }: Omit<LoadedProps, 'me'>) {
  const mail = useMailSheet(order, address)
  const press = usePress()
  return (
    <>
      <Button
        size="small"
        busy={mail.isPending && orderTexts.saving}
        onClick={() => afterWrite(mail.mutateAsync(press.begin()), press.end)}
      >
        {orderTexts.mailSheet}
      </Button>
      <div role="status">
        {mail.isSuccess && <Text look="small">{orderTexts.sheetSent}</Text>}
        {mail.error && <ErrorText>{failureText(mail.error)}</ErrorText>}
      </div>
    </>
  )
}

interface WaitsProps {
  order: OperationsOrderWithHistory
  /** The order's conversation, which may wait for an answer; undefined while it loads. */
  thread: OperationsConversation | undefined
  /** Epoch milliseconds (UTC). */
  now: number
}

const waitsOf = ({ order, thread, now }: WaitsProps): OpenWait[] => [
  ...order.waits,
  ...(thread ? answerWaits(thread, now) : []),
]

/** The order's name, its status, and the colleague who has it (OPS-09). */
function Head({ me, ...shown }: WaitsProps & { me: string }) {
  const { order } = shown
  const waits = waitsOf(shown)
  const holder = waits.find(({ taken_by }) => taken_by !== null)?.taken_by ?? null
  return (
    <div className={styles.head}>
      <h1 tabIndex={-1} dir="auto">
        {order.name ?? orderTexts.untitled}
      </h1>
      {order.decoStatus !== null && <Status kind="work">{order.decoStatus}</Status>}
      <span>{`${orderTexts.number(order.number)}, ${order.type}`}</span>
      <div role="status">
        <OpenBy page={orderPage(order.id)} />
      </div>
      {waits.length > 0 && <Holder orderId={order.id} holder={holder} me={me} />}
    </div>
  )
}

interface FactsProps extends WaitsProps {
  /** The company's time zone (IANA). */
  zone: string
}

interface FactProps {
  name: string
  note?: ReactNode
  isLate?: boolean
  children: ReactNode
}

const Fact = ({ name, children, note, isLate = false }: FactProps) => (
  <div className={isLate ? styles.isLate : undefined}>
    <dt>{name}</dt>
    <dd dir="auto">
      <span>{children}</span>
      {note && (
        <small>
          {isLate && <AlertIcon />}
          <span>{note}</span>
        </small>
      )}
    </dd>
  </div>
)

/** The order's waits, both clocks, size, Nerd and money, in one line. */
export function Facts({ order, thread, now, zone }: FactsProps) {
  const dates = dateWords(zone)
  const instant = (text: string | null) => (text === null ? undefined : capitalized(dates.brief(Date.parse(text), now)))
  const waits = [...waitsOf({ order, thread, now }), ...order.failed_refunds]
  return (
    <dl className={styles.facts} aria-label={orderTexts.facts}>
      {waits.length === 0 && thread && <Fact name={orderTexts.waitsFor}>{orderTexts.nothing}</Fact>}
      {waits.map(({ kind, since, waits_for: name, due, late }, index) => (
        <Fact
          key={`${kind} ${since} ${index}`}
          name={orderTexts.waitsFor}
          isLate={late}
          note={due === null ? orderTexts.noPromise : dueText(Date.parse(due), now, dates.brief)}
        >
          {capitalized(name)}
        </Fact>
      ))}
      <Fact name={orderTexts.deadline} note={orderTexts.companyTime}>
        {instant(order.deadline) ?? orderTexts.noDeadline}
      </Fact>
      <ClientClock order={order} now={now} />
      {order.revision_deadline !== null && (
        <Fact name={orderTexts.revisionDeadline}>{instant(order.revision_deadline)}</Fact>
      )}
      <Fact name={orderTexts.size}>{order.size ?? orderTexts.none}</Fact>
      <Fact name={orderTexts.subject}>{order.subject ?? orderTexts.none}</Fact>
      <Fact
        name={orderTexts.nerd}
        note={order.nerd && nerdText(order.nerd, order.events, (at) => dates.brief(at, now))}
      >
        {order.nerd?.name ?? orderTexts.noNerd}
      </Fact>
      <Fact name={orderTexts.paid}>{formatMoney(centsFromDollars(order.client_paid))}</Fact>
    </dl>
  )
}

/** The deadline in the client's zone, with the current hour there. */
function ClientClock({ order: { client_zone: zone, deadline }, now }: Omit<WaitsProps, 'thread'>) {
  const name = orderTexts.clientDeadline
  if (zone === null) return <Fact name={name}>{orderTexts.clientUnknown}</Fact>
  const { brief, timeOfZone } = dateWords(zone)
  return (
    <Fact name={name} note={orderTexts.clientClock(timeOfZone(now), zone)}>
      {deadline === null ? orderTexts.noDeadline : capitalized(brief(Date.parse(deadline), now))}
    </Fact>
  )
}

/** The Nerd's rating, fee, and the last work sheet (OPS-14). */
function nerdText(
  { rating, fee, work_sheet_at: sheetAt, has_email: hasEmail }: NonNullable<OperationsOrderWithHistory['nerd']>,
  events: OperationsOrderWithHistory['events'],
  timeOf: (at: number) => string,
): string {
  return [
    orderTexts.rated(rating),
    fee === null ? orderTexts.noFee : orderTexts.feeOf(formatMoney(centsFromDollars(fee))),
    sheetAt === null ? orderTexts.noSheet(hasEmail) : sheetText(Date.parse(sheetAt), events, timeOf),
  ].join('; ')
}

/** The client's additions to the task. */
const additions = new Set(['details_added', 'files_added', 'files_received', 'services_paid'])

function sheetText(
  sheetAt: number,
  events: OperationsOrderWithHistory['events'],
  timeOf: (at: number) => string,
): string {
  const isOld = events.some(({ event, at }) => additions.has(event) && Date.parse(at) > sheetAt)
  return orderTexts[isOld ? 'sheetOld' : 'sheetMailed'](timeOf(sheetAt))
}

const dueText = (due: number, now: number, brief: (at: number, now: number) => string): string =>
  orderTexts.dueAt(
    due < now ? orderTexts.late(timeLeft(now, due)) : orderTexts.timeLeft(timeLeft(due, now)),
    brief(due, now),
  )
