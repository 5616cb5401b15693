import { failureText } from '@nerdify/browser/failure-text.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import type { OrderFile } from '@nerdify/contract/files.ts'
import type { HistoryFacts, OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { type ServiceKey, serviceKeys, serviceNames } from '@nerdify/domain/catalog/services.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'
import { sizeInKb } from '@nerdify/domain/files/file-limits.ts'
import { isOrderFileType, orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { shownExtension } from '@nerdify/domain/files/file-name.ts'
import { amountDue, isSold } from '@nerdify/domain/orders/additional-services.ts'
import { type FulfillmentFault, fulfillmentFaultTexts, nerdFault } from '@nerdify/domain/orders/owed-to-client.ts'
import { authorName } from '@nerdify/domain/staff/staff-name.ts'
import { centsFromDollars, formatMoney } from '@nerdify/domain/pricing/money.ts'
import { AlertIcon, CheckIcon } from '@nerdify/ui/actions/Icons.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { type FileRow, FileRows } from '@nerdify/ui/fields/FileRows.tsx'
import { PriceRow, PriceRows } from '@nerdify/ui/order/PriceSummary.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import type { Elements } from '@nerdify/ui/elements.ts'
import type { ReactNode } from 'react'
import { orderTexts } from '../../texts/order.ts'
import { deliverable, factsOf, needsOf, servicesOf } from './order-steps.ts'
import styles from './OrderScreen.module.css'

/** The task in the client's own words. */
export const TaskCard = ({ order: { details } }: { order: Pick<OperationsOrderWithHistory, 'details'> }) => (
  <Card title={orderTexts.task}>
    <CardBody>
      {details === null || details === '' ? (
        <Text look="muted">{orderTexts.noTask}</Text>
      ) : (
        <p className={styles.words} dir="auto">
          {details}
        </p>
      )}
    </CardBody>
  </Card>
)

interface FilesCardProps {
  files: readonly OrderFile[]
  error: CallError | null
  now: number
  zone: string
  /** Called with a file of the Nerd that is to be removed. */
  onRemove: (file: OrderFile) => void
  /** The file that was just removed. */
  removed: OrderFile | undefined
  /** The form that adds files. */
  children: ReactNode
}

/** Every file of the order, each to download once it is scanned (FILE-06). */
export function FilesCard({ files, error, now, zone, onRemove, removed, children }: FilesCardProps) {
  const dates = dateWords(zone)
  const rows = files.map((file): FileRow => {
    const state = file.deleted
      ? orderTexts.deletedFile
      : file.status === 'scanning'
        ? orderTexts.scanningFile
        : undefined
    const facts = [orderTexts.fileTypes[file.type], dates.brief(Date.parse(file.created_at), now), state]
    return {
      id: file._id,
      name: file.name,
      ext: shownExtension(file.name),
      sizeText: sizeInKb(file.size),
      status: 'loaded',
      isPermanent: file.deleted || orderFileTypes[file.type] !== 'nerd',
      href: file.location ?? undefined,
      note: facts.filter((fact) => fact !== undefined).join(', '),
    }
  })
  return (
    <Card title={orderTexts.files(files.length)}>
      <CardBody>
        <Stack gap={3}>
          {error && <ErrorText>{failureText(error)}</ErrorText>}
          {rows.length === 0 && !error && <Text look="muted">{orderTexts.noFiles}</Text>}
          <FileRows
            label={orderTexts.files(files.length)}
            files={rows}
            removedName={removed?.name}
            onRemove={(id) => {
              const file = files.find(({ _id }) => _id === id)
              if (file) onRemove(file)
            }}
          />
          <div>{children}</div>
        </Stack>
      </CardBody>
    </Card>
  )
}

interface ExtrasCardProps {
  order: OperationsOrderWithHistory
  files: readonly OrderFile[]
}

/** The client's chosen extras, their demands, and whether they are met (WAIT-06). */
export function ExtrasCard({ order, files }: ExtrasCardProps) {
  const chosen = serviceKeys.filter((key) => order.services[key].added)
  return (
    <Card title={orderTexts.extras(chosen.length)}>
      <CardBody>
        {chosen.length === 0 ? (
          <Text look="muted">{orderTexts.noExtras}</Text>
        ) : (
          <ul className={styles.extras}>
            {chosen.map((key) => (
              <Extra key={key} name={key} order={order} files={files} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

function Extra({ name, order, files }: ExtrasCardProps & { name: ServiceKey }) {
  const { price, active, refunded, free_reason } = order.services[name]
  const amount = formatMoney(centsFromDollars(price))
  const paid = refunded
    ? orderTexts.extraRefunded
    : free_reason !== null
      ? orderTexts.extraFree[free_reason]
      : (active ? orderTexts.extraPaid : orderTexts.extraUnpaid)(amount)
  const owed = isSold(servicesOf(order)[name]) ? demandOf(name, order, files) : undefined
  return (
    <li className={owed?.isMet ? styles.met : undefined}>
      {owed?.isMet ? <CheckIcon /> : <AlertIcon />}
      <div>
        <b>{serviceNames[name]}</b>
        {name === 'client_recomended_writer' && <span dir="auto">{order.preferred_worker}</span>}
        <span>{paid}</span>
        {owed && (
          <small>
            <span>{owed.text}</span>
            <VisuallyHidden>{owed.isMet ? orderTexts.met : orderTexts.open}</VisuallyHidden>
          </small>
        )}
      </div>
    </li>
  )
}

/**
 * The demand of a sold extra, in the words of the step that it blocks, or in its own, and whether the order meets it.
 */
function demandOf(
  name: ServiceKey,
  order: OperationsOrderWithHistory,
  files: readonly OrderFile[],
): { text: string; isMet: boolean } {
  const only = { [name]: servicesOf(order)[name] }
  const nerd = order.nerd ?? undefined
  const demand = (fault: FulfillmentFault, isMet: boolean) => ({ text: fulfillmentFaultTexts[fault], isMet })
  const isFit =
    nerd !== undefined &&
    nerdFault({ nerd, preferred: order.preferred_worker, services: only, reason: undefined }) === undefined
  switch (name) {
    case 'top_writer':
      return demand('nerd_below_top', isFit)
    case 'client_recomended_writer':
      return demand('nerd_not_preferred', isFit)
    case 'adv_plagreport': {
      const report = needsOf(order, files).find(({ fault }) => fault === 'report_missing')
      return demand('report_missing', report !== undefined && report.count > 0)
    }
    case 'draft_needed':
      return {
        text: orderTexts.demands.draft_needed,
        isMet: deliverable(files).some(({ type }) => type === 'file_draft_paper'),
      }
    case 'prioritize_my_task':
      return { text: orderTexts.demands.prioritize_my_task, isMet: nerd !== undefined }
  }
}

const dollars = (amount: number) => formatMoney(centsFromDollars(amount))
const minus = (amount: number) => `−${dollars(amount)}`

interface MoneyCardProps {
  order: OperationsOrderWithHistory
  now: number
  children?: Elements
}

/** The money of the order line by line. */
export function MoneyCard({ order, now, children }: MoneyCardProps) {
  const { quote_price, discount_amount, discountCode, price, client_paid, refunded, balance_held } = order
  const due = amountDue(factsOf(order), servicesOf(order), now).cents
  const chosen = serviceKeys.filter((key) => order.services[key].added)
  return (
    <Card title={orderTexts.money}>
      <PriceRows>
        <PriceRow term={orderTexts.work}>{dollars(quote_price)}</PriceRow>
        {discount_amount > 0 && (
          <PriceRow term={orderTexts.discount(discountCode)} discount>
            {minus(discount_amount)}
          </PriceRow>
        )}
        {chosen.map((key) => (
          <PriceRow key={key} term={orderTexts.extraOf(serviceNames[key], order.services[key].active)}>
            {dollars(order.services[key].price)}
          </PriceRow>
        ))}
        <PriceRow term={orderTexts.price}>
          <b>{dollars(price)}</b>
        </PriceRow>
        <PriceRow term={orderTexts.received}>{dollars(client_paid)}</PriceRow>
        {balance_held > 0 && <PriceRow term={orderTexts.held}>{dollars(balance_held)}</PriceRow>}
        <PriceRow term={orderTexts.due}>
          <b>{formatMoney(Math.max(0, due))}</b>
        </PriceRow>
        {refunded > 0 && <PriceRow term={orderTexts.refunded}>{dollars(refunded)}</PriceRow>}
        {(order.late_credited ?? 0) > 0 && (
          <PriceRow term={orderTexts.lateCredited}>{dollars(order.late_credited ?? 0)}</PriceRow>
        )}
        {order.total_tips_amount > 0 && <PriceRow term={orderTexts.tips}>{dollars(order.total_tips_amount)}</PriceRow>}
      </PriceRows>
      {children}
    </Card>
  )
}

interface HistoryCardProps {
  events: OperationsOrderWithHistory['events']
  now: number
  zone: string
}

/** The facts of an entry: Nerd, stars, money, deadline, size, files. */
function factsOfEntry(data: HistoryFacts, instant: (at: number) => string): string {
  const { worker, fee, mark, amount, price_cents: cents, size, deadline, type, files } = data
  const facts = [
    worker?.name,
    fee == null ? undefined : orderTexts.feeOf(dollars(fee)),
    mark === undefined ? undefined : orderTexts.stars(mark),
    amount === undefined ? undefined : dollars(amount),
    cents === undefined ? undefined : formatMoney(cents),
    size,
    deadline === undefined ? undefined : instant(Date.parse(deadline)),
    type !== undefined && isOrderFileType(type) ? orderTexts.fileTypes[type] : undefined,
    files === undefined ? undefined : orderTexts.filesOf(files),
  ]
  return facts.filter((fact) => fact !== undefined).join(', ')
}

/** An entry in words: "Nerd found, Wen L.". */
export const entryText = (
  { event, data }: OperationsOrderWithHistory['events'][number],
  instant: (at: number) => string,
): string => [orderTexts.happened(event), factsOfEntry(data, instant)].filter((text) => text !== '').join(', ')

/** The events of an order with their authors, newest first. */
export function HistoryCard({ events, now, zone }: HistoryCardProps) {
  const dates = dateWords(zone)
  return (
    <Card title={orderTexts.history}>
      <CardBody>
        <ol className={styles.history} reversed>
          {events.toReversed().map(({ event, author, at, data }, index) => {
            const { note = data.reason, tell, feedback = data.description } = data
            const facts = factsOfEntry(data, (instant) => dates.instant(instant, now))
            return (
              <li key={`${at} ${event} ${events.length - index}`}>
                <div className={styles.entry}>
                  <b>{orderTexts.happened(event)}</b>
                  <small>{`${authorName(author)}, ${dates.brief(Date.parse(at), now)}`}</small>
                </div>
                {facts !== '' && <p dir="auto">{facts}</p>}
                {feedback && <p dir="auto">{feedback}</p>}
                {note && <p dir="auto">{orderTexts.entryNote(note)}</p>}
                {tell && <p dir="auto">{orderTexts.entryTell(tell)}</p>}
              </li>
            )
          })}
        </ol>
      </CardBody>
    </Card>
  )
}
