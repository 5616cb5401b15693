import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { OperationsClientWithLists } from '@nerdify/contract/finding.ts'
import type { OperatorAnswer } from '@nerdify/contract/staff.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { isInForce, liveStatuses } from '@nerdify/domain/plans/subscription-status.ts'
import { may } from '@nerdify/domain/staff/staff-rights.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useClock } from '@nerdify/ui/use-clock.ts'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { mayMoveFocus } from '@nerdify/ui/may-move-focus.ts'
import { type ReactNode, useRef } from 'react'
import { Link, useParams } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useBalanceChanges, useClientFiles, useLaterOrders, useMakeUploadPage } from '../../api/client-queries.ts'
import { useClient } from '../../api/order-queries.ts'
import { useKeys } from '../../frame/keys-setting.ts'
import { afterWrite } from '../../frame/after-write.ts'
import { usePress } from '../../frame/use-press.ts'
import { useResend } from '../../frame/use-resend.ts'
import { MoreRows, ScreenHead, ScreenReadState } from '../../frame/ScreenParts.tsx'
import { useScreenTitle } from '../../frame/screen-title.ts'
import { nameOf, clientTexts } from '../../texts/clients.ts'
import { useWayBack } from '../queue/use-way-back.ts'
import { ClientActions } from './ClientActions.tsx'
import { EndPlan } from './EndPlan.tsx'
import { HeldBonuses } from './HeldBonuses.tsx'
import { Reach } from './Reach.tsx'
import styles from './ClientScreen.module.css'

const { key: keyNames } = clientTexts
const keyList = [
  ['n', keyNames.step],
  ['Esc', keyNames.queue],
] as const

/** `/clients/…`: everything about a client on one page, and the actions that the role allows (DESK-03). */
export function ClientScreen({ me }: { me: OperatorAnswer }) {
  const { id = '' } = useParams()
  const client = useClient(id)
  useWayBack()
  return (
    <>
      <ScreenReadState query={client} texts={clientTexts.read} zone={me.company_zone} />
      {client.data && <Loaded key={id} client={client.data} me={me} />}
    </>
  )
}

interface ClientProps {
  client: OperationsClientWithLists
}

/** An instant of the wire in the company's zone. */
type TimeText = (instant: string) => string

const money = (dollars: number): string => formatMoney(centsFromDollars(dollars))

function Loaded({ client, me }: ClientProps & { me: OperatorAnswer }) {
  const now = useClock(serverNow)
  const name = nameOf(client)
  const brief: TimeText = (instant) => dateWords(me.company_zone).brief(Date.parse(instant), now)
  const time: TimeText = (instant) => capitalized(brief(instant))
  useScreenTitle(name)
  const page = useRef<HTMLDivElement>(null)
  useKeys({ n: () => page.current?.querySelector<HTMLElement>('[data-steps] button')?.focus() })
  return (
    <>
      <ScreenHead
        title={name}
        lead={client.blocked_at !== null && <ErrorText>{clientTexts.blockedSince(brief(client.blocked_at))}</ErrorText>}
        keys={keyList}
      >
        <Link className={buttonClass({ size: 'small' })} to={deskPaths.conversation(client.id)}>
          {clientTexts.write}
        </Link>
      </ScreenHead>
      <div ref={page} className={styles.halves}>
        <Stack gap={3}>
          <ContactCard client={client} time={time} />
          <OrdersCard client={client} />
          <ConversationsCard client={client} time={time} />
          <FailedCard client={client} time={time} />
        </Stack>
        <Stack gap={3}>
          <HeldBonuses client={client} me={me} time={(at) => dateWords(me.company_zone).brief(at, now)} />
          <Card title={clientTexts.actions}>
            <CardBody>
              <div data-steps="">
                <ClientActions client={client} me={me} />
              </div>
            </CardBody>
          </Card>
          <BalanceCard client={client} time={time} />
          <PlansCard client={client} me={me} time={brief} />
          <UploadsCard client={client} time={time} />
          <LogCard client={client} time={time} me={me} />
        </Stack>
      </div>
    </>
  )
}

function ContactCard({ client, time }: ClientProps & { time: TimeText }) {
  return (
    <Card title={clientTexts.contact}>
      <div className={styles.facts}>
        <PriceRows>
          <Reach client={client} />
          {client.pending_email !== null && <PriceRow term={clientTexts.pending}>{client.pending_email}</PriceRow>}
          <PriceRow term={clientTexts.told}>{clientTexts.ways[client.announce_by]}</PriceRow>
          <PriceRow term={clientTexts.adult}>{client.adult_confirmed ? clientTexts.yes : clientTexts.no}</PriceRow>
          <PriceRow term={clientTexts.friends}>{String(client.referral_details.count)}</PriceRow>
          <PriceRow term={clientTexts.tags}>{client.tags.join(', ') || clientTexts.none}</PriceRow>
          {client.delete_at !== null && <PriceRow term={clientTexts.deleted}>{time(client.delete_at)}</PriceRow>}
        </PriceRows>
      </div>
    </Card>
  )
}

interface ListCardProps {
  title: string
  /** The text for an empty list. */
  none: string
  count: number
  /** The number of further rows, or a link to them. */
  more?: ReactNode
  /** The slices after those shown. */
  list?: Parameters<typeof MoreRows>[0]['list'] & { error: CallError | null }
  children: ReactNode
}

const ListCard = ({ title, none, count, more, list, children }: ListCardProps) => (
  <Card title={title}>
    <CardBody>
      {count === 0 ? <Text look="muted">{none}</Text> : <ul className={styles.rows}>{children}</ul>}
      {more && <Text look="small">{more}</Text>}
      <div role="status">{list?.error && <ErrorText>{failureText(list.error)}</ErrorText>}</div>
      {list && <MoreRows list={list} />}
    </CardBody>
  </Card>
)

const moreText = (shown: number, total: number, isOver = false) =>
  shown < total ? clientTexts.more(shown, `${total}${isOver ? '+' : ''}`) : undefined

function OrdersCard({ client }: ClientProps) {
  const { results, total, over_total: isOver } = client.orders
  const later = useLaterOrders(client)
  const orders = [...results, ...later.data]
  return (
    <ListCard
      title={clientTexts.orders}
      none={clientTexts.noOrders}
      count={orders.length}
      more={moreText(orders.length, total, isOver)}
      list={later}
    >
      {orders.map(({ id, number, name, decoStatus, client_paid: paid }) => (
        <li key={id}>
          <Link className={styles.row} to={deskPaths.order(number)}>
            <b dir="auto">{name ?? clientTexts.untitled}</b>
            <span>{[number, decoStatus, money(paid)].filter((each) => each !== null).join(' · ')}</span>
          </Link>
        </li>
      ))}
    </ListCard>
  )
}

function BalanceCard({ client, time }: ClientProps & { time: TimeText }) {
  const changes = useBalanceChanges(client)
  return (
    <Card title={clientTexts.balance}>
      <PriceRows>
        <PriceRow term={clientTexts.balanceNow}>{money(client.available_balance)}</PriceRow>
      </PriceRows>
      <CardBody>
        {changes.data.length === 0 && <Text look="muted">{clientTexts.noChanges}</Text>}
        <ul className={styles.rows}>
          {changes.data.map(({ id, at, amount, cause, order_number: number, reason }) => (
            <li key={id} className={styles.row}>
              <b>{`${amount < 0 ? '−' : '+'}${money(Math.abs(amount))} ${cause.replaceAll('_', ' ')}`}</b>
              <span dir="auto">{[time(at), number, reason].filter((each) => each !== null).join(' · ')}</span>
            </li>
          ))}
        </ul>
        <Text look="small">{moreText(changes.data.length, client.balance_history.total)}</Text>
        <div role="status">{changes.error && <ErrorText>{failureText(changes.error)}</ErrorText>}</div>
        <MoreRows list={changes} />
      </CardBody>
    </Card>
  )
}

const ConversationsCard = ({ client: { conversations }, time }: ClientProps & { time: TimeText }) => (
  <ListCard title={clientTexts.conversations} none={clientTexts.noConversations} count={conversations.results.length}>
    {conversations.results.map(({ id, order_id: orderId, title, last, last_at: at, waits_since: waits }) => (
      <li key={id}>
        <Link className={styles.row} to={deskPaths.conversation(id)}>
          <b dir="auto">{orderId === null ? clientTexts.noOrderName : (title ?? id)}</b>
          <span dir="auto">{last}</span>
          <span>{waits === null ? time(at) : `${time(at)} · ${clientTexts.waits}`}</span>
        </Link>
      </li>
    ))}
  </ListCard>
)

const PlansCard = ({ client: { id, plans }, me, time }: ClientProps & { me: OperatorAnswer; time: TimeText }) => (
  <ListCard title={clientTexts.plans} none={clientTexts.noPlans} count={plans.length}>
    {plans.map((plan) => {
      const until =
        isInForce(plan.status) && clientTexts.until(time(plan.current_period_end), plan.cancel_at_period_end)
      return (
        <li key={plan.id} className={styles.row}>
          <b>{clientTexts.plan(plan.tag, plan.status)}</b>
          <span>{[money(plan.price), until].filter(Boolean).join(' · ')}</span>
          {may(me.role, 'change clients') && liveStatuses.includes(plan.status) && (
            <EndPlan clientId={id} plan={plan} me={me} />
          )}
        </li>
      )
    })}
  </ListCard>
)

function FailedCard({ client: { failed_messages: failed }, time }: ClientProps & { time: TimeText }) {
  const card = useRef<HTMLDivElement>(null)
  const resend = useResend()
  const send = (id: string) => {
    if (resend.isPending) return
    afterWrite(resend.mutateAsync({ id }), () => {
      if (mayMoveFocus(card.current)) focusHeading(card.current?.querySelector('h2'))
    })
  }
  return (
    <div ref={card} data-steps="">
      <ListCard title={clientTexts.failedMessages} none={clientTexts.noFailed} count={failed.length}>
        {failed.map(({ id, template, to, status, error_code: code, created_at: at, can_resend: canResend }) => (
          <li key={id} className={styles.row}>
            <b>{template}</b>
            <span>{[to, status, code, time(at)].filter((each) => each !== null).join(' · ')}</span>
            {canResend && (
              <div>
                <Button
                  size="small"
                  busy={resend.isPending && resend.variables.id === id && clientTexts.saving}
                  aria-label={clientTexts.resendOf(template, to)}
                  onClick={() => send(id)}
                >
                  {clientTexts.resend}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ListCard>
      <div role="status">
        {resend.error && <ErrorText>{failureText(resend.error)}</ErrorText>}
        {resend.isSuccess && <Text look="small">{clientTexts.resent}</Text>}
      </div>
    </div>
  )
}

function UploadsCard({ client: { id, upload_page: page }, time }: ClientProps & { time: TimeText }) {
  const files = useClientFiles(id)
  const make = useMakeUploadPage(id)
  const press = usePress()
  const posts = files.data?.results ?? []
  const none = files.error ? failureText(files.error) : files.isPending ? clientTexts.looking : clientTexts.noUploads
  return (
    <Card title={clientTexts.uploads}>
      <CardBody>
        {page === null ? (
          <div>
            <Text look="muted">{clientTexts.noPage}</Text>
            <Button
              size="small"
              busy={make.isPending && clientTexts.makingPage}
              onClick={() => afterWrite(make.mutateAsync(press.begin()), press.end)}
            >
              {clientTexts.makePage}
            </Button>
          </div>
        ) : (
          <a className={styles.page} href={page} target="_blank" rel="noreferrer">
            {page}
          </a>
        )}
        <div role="status">{make.error && <ErrorText>{failureText(make.error)}</ErrorText>}</div>
        {posts.length === 0 && <Text look="muted">{none}</Text>}
        <ul className={styles.rows}>
          {posts.map((post) => (
            <li key={post._id} className={styles.row}>
              <b>{time(post.at)}</b>
              <span dir="auto">{post.description}</span>
              {post.files.map(({ _id: fileId, name, location }) =>
                location === null ? (
                  <span key={fileId}>{name}</span>
                ) : (
                  <a key={fileId} href={location} download={name}>
                    {name}
                  </a>
                ),
              )}
            </li>
          ))}
        </ul>
        <Text look="small">{moreText(posts.length, files.data?.total ?? 0)}</Text>
      </CardBody>
    </Card>
  )
}

const LogCard = ({ client: { id: clientId, log }, time, me }: ClientProps & { time: TimeText; me: OperatorAnswer }) => (
  <ListCard
    title={clientTexts.log}
    none={clientTexts.noLog}
    count={log.results.length}
    more={
      log.next !== null &&
      may(me.role, 'read the log') && (
        <Link to={`${deskPaths.log()}?${new URLSearchParams({ client: clientId })}`}>{clientTexts.wholeLog}</Link>
      )
    }
  >
    {log.results.map(({ id, action, person, at }) => (
      <li key={id} className={styles.row}>
        <b>{capitalized(action)}</b>
        <span>{`${person} · ${time(at)}`}</span>
      </li>
    ))}
  </ListCard>
)
