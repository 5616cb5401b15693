import type { CabinetOverlayName } from '@nerdify/contract/cabinet-overlays.ts'
import type { Order, OrderHistory } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { parseSystemStatus, statusBarParts } from '@nerdify/domain/orders/order-status.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api, serverNow } from '../../../api/client.ts'
import { failureText } from '../../../api/failure-text.ts'
import { queryKeys } from '../../../api/queries.ts'
import { cardTexts } from '../../../texts/cabinet.ts'
import { overlayTexts, progressTexts } from '../../../texts/cabinet-overlays.ts'
import { frameTexts } from '../../../texts/frame.ts'
import { Button, buttonClass } from '../../../ui/actions/Button.tsx'
import { ErrorText } from '../../../ui/fields/Field.tsx'
import { Cluster, Stack, Text } from '../../../ui/page/Layout.tsx'
import { WorkTrack } from '../../../ui/order/WorkTrack.tsx'
import { cardFacts } from '../card-facts.ts'
import { ownDateTexts } from '../date-texts.ts'
import { nextStepText } from '../next-step.ts'
import { OrderStatus } from '../OrderStatus.tsx'
import { type OpenOverlay, useOpenOverlay } from '../use-overlay.ts'
import { OrderOverlay, OverlayDialog } from './OverlayDialog.tsx'
import styles from './ProgressOverlay.module.css'
import { TaskSection } from './TaskSection.tsx'
import { useOrderWrite } from './use-order-write.ts'

const always = () => true
const notNow = { title: '', text: '' }

/** `…/progress`: how an order stands, what happens next and until when, and all that may be done with it (CAB-08). */
export function Component() {
  const overlay = useOpenOverlay()
  if (overlay === undefined) return null
  return (
    <OrderOverlay overlay={overlay} title={cardTexts.progress} may={always} notNow={notNow}>
      {(order) => <Progress overlay={overlay} order={order} />}
    </OrderOverlay>
  )
}

function Progress({ overlay, order }: { overlay: OpenOverlay; order: Order }) {
  const { data: history } = useQuery({
    queryKey: queryKeys.orderHistory(order._id),
    queryFn: () => api.orderHistory(order._id),
    refetchOnMount: 'always',
  })
  const { title, number, meta, price, status, progress, dates } = cardFacts(order, serverNow())
  return (
    <OverlayDialog title={title} onClose={overlay.close}>
      <Stack gap={2}>
        <Cluster spread>
          <Text look="muted">{number}</Text>
          <OrderStatus status={status} />
        </Cluster>
        <Text look="muted">{[meta, price].filter(Boolean).join(', ')}</Text>
        {dates.map(({ label, value }) => (
          <Text key={label} look="muted">
            {label} <b>{value}</b>
          </Text>
        ))}
      </Stack>
      {progress !== undefined && (
        <WorkTrack label={cardTexts.progress} steps={[...statusBarParts]} current={progress} />
      )}
      <Stack gap={2}>
        <h3>{progressTexts.next}</h3>
        {nextStepText(order, history).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {parseSystemStatus(order.system_client_status) === 'Refund Declined' && (
          <p>
            <Link to={webPaths.contactUs()}>{frameTexts.contactUs}</Link>
          </p>
        )}
      </Stack>
      <Actions overlay={overlay} order={order} />
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
          <b>{progressTexts.events[event]}</b> <time dateTime={at}>{ownDateTexts.instant(at)}</time>
          {note !== null && (
            <p className={styles.note}>
              {progressTexts.yourWords} {note}
            </p>
          )}
          {tell !== null && (
            <p className={styles.note}>
              {progressTexts.ourWords} {tell}
            </p>
          )}
        </li>
      ))}
    </ol>
  </Stack>
)

/** The actions that lead to another overlay in the place of this one. */
const overlays = [
  ['download', 'files', cardTexts.download],
  ['files', 'files', progressTexts.files],
  ['request_revision', 'revision', overlayTexts.requestRevision],
  ['request_refund', 'refund', progressTexts.requestRefund],
] as const satisfies readonly (readonly [Order['actions'][number], CabinetOverlayName, string])[]

/** What the card has no room for (CAB-10, CAB-11, PAY-14). */
function Actions({ overlay, order }: { overlay: OpenOverlay; order: Order }) {
  const { write, busy, failure } = useOrderWrite(order._id)
  const may = (name: Order['actions'][number]) => order.actions.includes(name)
  const small = { size: 'small' } as const
  return (
    <Stack gap={3}>
      {failure !== undefined && <ErrorText>{failureText(failure)}</ErrorText>}
      <Cluster gap={2}>
        {may('accept') && (
          <Button {...small} busy={busy && progressTexts.accepting} onClick={() => void write({ action: 'accept' })}>
            {progressTexts.accept}
          </Button>
        )}
        {overlays.map(
          ([action, name, label]) =>
            may(action) && (
              <Button key={action} {...small} onClick={() => overlay.goOn(name)}>
                {label}
              </Button>
            ),
        )}
        {may('receipt') && order.receipt_link !== null && (
          <a href={order.receipt_link} className={buttonClass(small)}>
            {cardTexts.receipt}
          </a>
        )}
        {may('order_again') && (
          <Link to={webPaths.orderAgain(order._id)} className={buttonClass(small)}>
            {progressTexts.orderAgain}
          </Link>
        )}
      </Cluster>
    </Stack>
  )
}
