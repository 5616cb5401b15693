import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { statusBarParts } from '@nerdify/domain/orders/order-status.ts'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { leaveForPayment, paymentHref } from '../../payment-link.ts'
import { cabinetTexts } from '../../texts/cabinet.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { CheckCircleIcon, GlassesIcon, LoaderIcon, UndoIcon, WalletIcon } from '../../ui/Icons.tsx'
import { Money } from '../../ui/Money.tsx'
import { OrderCard } from '../../ui/OrderCard.tsx'
import { Status } from '../../ui/Status.tsx'
import { WorkTrack } from '../../ui/WorkTrack.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { awaitsPayment, cardFacts, deadlineHasPassed, type StatusKind } from './card-facts.ts'

const statusIcons: Record<StatusKind, ReactNode> = {
  unpaid: <WalletIcon />,
  nerd: <GlassesIcon />,
  work: <LoaderIcon />,
  done: <CheckCircleIcon />,
  off: <UndoIcon />,
}

/** One order of the cabinet with what may be done with it (CAB-03, CAB-04). */
export const ClientOrderCard = memo(function ClientOrderCard({ order }: { order: Order }) {
  const now = serverNow()
  const { number, title, meta, price, status, progress, dates } = cardFacts(order, now)
  const unpaid = awaitsPayment(order)
  const editable = unpaid && !order.isPromo && !order.is_complex
  return (
    <OrderCard
      number={number}
      status={
        <Status kind={status.kind} icon={statusIcons[status.kind]}>
          {status.text}
        </Status>
      }
      title={editable ? <Link to={webPaths.orderForm(order._id)}>{title}</Link> : title}
      price={<Money look={unpaid ? 'mark' : 'plain'}>{price}</Money>}
      meta={meta}
      track={
        progress !== undefined && (
          <WorkTrack label={cabinetTexts.progress} steps={[...statusBarParts]} current={progress} />
        )
      }
      dates={[...dates]}
      actions={
        unpaid ? (
          <UnpaidActions order={order} price={price} editable={editable} late={deadlineHasPassed(order, now)} />
        ) : (
          <>
            {order.isCanAddServices && (
              <Link to={webPaths.orderAdditionalServices(order._id)} className={buttonClass({ size: 'small' })}>
                {cabinetTexts.addServices}
              </Link>
            )}
            {order.receipt_link !== null && (
              <a href={order.receipt_link} className={buttonClass({ size: 'small' })}>
                {cabinetTexts.receipt}
                <VisuallyHidden> {number}</VisuallyHidden>
              </a>
            )}
          </>
        )
      }
      off={status.kind === 'off'}
    />
  )
})

interface UnpaidActionsProps {
  order: Order
  price: string
  editable: boolean
  /** The deadline is over: the order needs another one before it can be paid (STATE-18). */
  late: boolean
}

function UnpaidActions({ order, price, editable, late }: UnpaidActionsProps) {
  if (late) {
    return (
      editable && (
        <Link to={webPaths.orderForm(order._id)} className={buttonClass({ variant: 'primary', size: 'small' })}>
          {cabinetTexts.chooseDeadline}
        </Link>
      )
    )
  }
  return (
    <>
      <a
        href={paymentHref(order)}
        className={buttonClass({ variant: 'primary', size: 'small' })}
        onClick={() => leaveForPayment(order._id)}
      >
        {cabinetTexts.pay(price)}
      </a>
      {editable && (
        <Link to={webPaths.orderForm(order._id)} className={buttonClass({ size: 'small' })}>
          {cabinetTexts.edit}
        </Link>
      )}
    </>
  )
}
