import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import type { CabinetOverlayName } from '@nerdify/contract/cabinet-overlays.ts'
import type { Order, OrderHistory } from '@nerdify/contract/orders.ts'
import { receiptOf, settlementOf } from '@nerdify/contract/order-receipt.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { statusBarParts, statusWord } from '@nerdify/domain/orders/order-status.ts'
import { useQuery } from '@tanstack/react-query'
import { api, serverNow } from '../../../api/client.ts'
import { useServerTime } from '../../../api/server-time.ts'
import { queryKeys } from '../../../api/queries.ts'
import { LateCredit } from '../../../orders/LateCredit.tsx'
import { isOrderLate } from '../../../orders/late-order.ts'
import { cardTexts } from '../../../texts/cabinet.ts'
import { overlayTexts, progressTexts } from '../../../texts/cabinet-overlays.ts'
import { ReceiptList } from '../../../orders/ReceiptRows.tsx'
import { paymentNoteTexts } from '../../../texts/orders/payment-button.ts'
import { ButtonLink, ContactUs } from '../../../frame/links.tsx'
import { VipPhone } from '../../../frame/VipPhone.tsx'
import { Button, buttonClass } from '@nerdify/ui/actions/Button.tsx'
import { Cluster, Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { WorkTrack } from '@nerdify/ui/order/WorkTrack.tsx'
import { cardFacts, detailDates } from '../card-facts.ts'
import { nextStepText } from '../next-step.ts'
import { OrderStatus } from '../OrderStatus.tsx'
import { useCompanyCalendar } from './company-calendar.ts'
import { SendError } from './SendError.tsx'
import { OverlayDialog, type OverlayProps, orderOverlay } from './OverlayDialog.tsx'
import styles from './ProgressOverlay.module.css'
import { PaymentLink } from '../PaymentLink.tsx'
import { TaskSection } from './TaskSection.tsx'
import { useOrderWrite } from './use-order-write.ts'

/** `…/progress`: an order's state, the next step with its date, and all actions (CAB-08). */
export const Component = orderOverlay({ title: cardTexts.progress }, Progress)

function Progress({ overlay, order }: OverlayProps) {
  const { data: history } = useQuery({
    queryKey: queryKeys.orderHistory(order._id),
    queryFn: () => api.orderHistory(order._id),
    refetchOnMount: 'always',
  })
  const calendar = useCompanyCalendar()
  const now = useServerTime()
  const { title, number, meta, status, progress } = cardFacts(order, now)
  return (
    <OverlayDialog title={title} onClose={overlay.close}>
      <Stack gap={2}>
        <Cluster spread>
          <Text look="muted">{number}</Text>
          <OrderStatus status={status} />
        </Cluster>
        {meta !== '' && <Text look="muted">{meta}</Text>}
        {detailDates(order, now).map(({ label, value }) => (
          <Text key={label} look="muted">
            <span>{label}</span> <b>{value}</b>
          </Text>
        ))}
      </Stack>
      {progress !== undefined && (
        <WorkTrack label={cardTexts.progress} steps={statusBarParts.map(statusWord)} current={progress} />
      )}
      <Stack gap={2}>
        <h3>{progressTexts.next}</h3>
        {nextStepText(order, { history, now, calendar }).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <LateCredit order={order} now={now} />
        {order.system_client_status === 'Refund Declined' && (
          <p>
            <ContactUs orderId={order._id} />
          </p>
        )}
        <VipPhone />
      </Stack>
      <Actions overlay={overlay} order={order} now={now} />
      <Stack gap={2}>
        <h3>{progressTexts.price}</h3>
        <ReceiptList {...receiptOf(order)} below={settlementOf(order)} />
      </Stack>
      <TaskSection order={order} />
      {history !== undefined && history.length > 0 && <History history={history} />}
    </OverlayDialog>
  )
}

const History = ({ history }: { history: OrderHistory }) => (
  <Stack gap={2}>
    <h3>{progressTexts.history}</h3>
    <ol className={styles.history}>
      {history.toReversed().map(({ event, at, note, tell }) => (
        <li key={`${event} ${at}`}>
          <span>
            <b>{progressTexts.events[event]}</b> <time dateTime={at}>{ownDates.time(Date.parse(at), serverNow())}</time>
          </span>
          {note !== null && <p className={styles.note}>{`${progressTexts.yourWords} ${note}`}</p>}
          {tell !== null && <p className={styles.note}>{`${progressTexts.ourWords} ${tell}`}</p>}
        </li>
      ))}
    </ol>
  </Stack>
)

/** Pay if an amount is due, then a row for each other action, the refund last (EASE-04, CAB-10, CAB-11, PAY-14). */
function Actions({ overlay, order, now }: OverlayProps & { now: number }) {
  const { write, busy, failure } = useOrderWrite(order._id)
  const may = (name: Order['actions'][number]) => order.actions.includes(name)
  const accept = () => void write({ action: 'accept' })
  const row = { variant: 'quiet', block: 'full' } as const
  const overlayRow = (action: Order['actions'][number], name: CabinetOverlayName, label: string, detail?: string) =>
    may(action) && (
      <li>
        <Button {...row} onClick={() => overlay.switchTo(name, detail)}>
          {label}
        </Button>
      </li>
    )
  return (
    <Stack gap={3}>
      {may('pay') && (
        <div>
          <PaymentLink order={order} />
          <Text look="small">{paymentNoteTexts.safe}</Text>
        </div>
      )}
      <SendError failure={failure} again={accept} />
      <ul className={styles.rows}>
        {may('accept') && (
          <li>
            <Button {...row} busy={busy && progressTexts.accepting} onClick={accept}>
              {progressTexts.accept}
            </Button>
          </li>
        )}
        <li>
          <Button {...row} onClick={() => overlay.switchTo('messages')}>
            {progressTexts.writeToUs}
          </Button>
        </li>
        {overlayRow('download', 'files', cardTexts.download)}
        {overlayRow('files', 'files', progressTexts.files)}
        {overlayRow('tip', 'tips', cardTexts.tip)}
        {overlayRow('change_rating', 'rating', cardTexts.changeRating, 'change')}
        {overlayRow('request_revision', 'revision', overlayTexts.requestRevision)}
        {may('add_services') && !isOrderLate(order, now) && (
          <li>
            <ButtonLink to={webPaths.orderAdditionalServices(order._id)} {...row}>
              {cardTexts.addServices}
            </ButtonLink>
          </li>
        )}
        {may('receipt') && order.receipt_link !== null && (
          <li>
            <a href={order.receipt_link} className={buttonClass(row)}>
              {cardTexts.receipt}
            </a>
          </li>
        )}
        {may('order_again') && (
          <li>
            <ButtonLink to={webPaths.orderAgain(order._id)} {...row}>
              {cardTexts.orderAgain}
            </ButtonLink>
          </li>
        )}
        {overlayRow('request_refund', 'refund', progressTexts.requestRefund)}
      </ul>
    </Stack>
  )
}
