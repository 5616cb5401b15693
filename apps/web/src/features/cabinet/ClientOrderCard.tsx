import type { CabinetOverlayName } from '@nerdify/contract/cabinet-overlays.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { statusBarParts } from '@nerdify/domain/orders/order-status.ts'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/client.ts'
import { useMe } from '../../api/queries.ts'
import { paymentHref, pressToPay } from '../../payment-link.ts'
import { cardTexts } from '../../texts/cabinet.ts'
import { buttonClass, type ButtonVariant } from '../../ui/actions/Button.tsx'
import { DownloadIcon, StarIcon, TipIcon } from '../../ui/actions/Icons.tsx'
import { Money } from '../../ui/order/Money.tsx'
import { OrderCard } from '../../ui/order/OrderCard.tsx'
import { Stars } from '../../ui/choices/Stars.tsx'
import { VisuallyHidden } from '../../ui/page/VisuallyHidden.tsx'
import { WorkTrack } from '../../ui/order/WorkTrack.tsx'
import { paymentOffer } from '../../payment-offer.ts'
import { awaitsPayment, cardActions, cardFacts } from './card-facts.ts'
import { whyDeclined } from './next-step.ts'
import { OrderStatus } from './OrderStatus.tsx'
import type { useOverlayLinks } from './use-overlay.ts'

/** What {@link ClientOrderCard} takes. */
interface ClientOrderCardProps {
  order: Order
  overlays: ReturnType<typeof useOverlayLinks>
}

/** The id of an order's card in the page. */
export const cardId = (orderId: string): string => `order-${orderId}`

/** One order of the cabinet with what may be done with it (CAB-03, CAB-04). */
export const ClientOrderCard = memo(function ClientOrderCard({ order, overlays }: ClientOrderCardProps) {
  const now = serverNow()
  const { number, title, meta, price, status, progress, dates } = cardFacts(order, now)
  const unpaid = awaitsPayment(order)
  const actions = cardActions(order, now)
  const leadsTo = unpaid
    ? actions.includes('edit') || actions.includes('choose_deadline')
      ? { to: webPaths.orderForm(order._id) }
      : undefined
    : overlays('progress', order._id)
  return (
    <OrderCard
      id={cardId(order._id)}
      number={number}
      status={<OrderStatus status={status} />}
      title={leadsTo === undefined ? title : <Link {...leadsTo}>{title}</Link>}
      price={<Money look={unpaid ? 'mark' : 'plain'}>{price}</Money>}
      meta={meta}
      track={
        progress !== undefined && (
          <WorkTrack label={cardTexts.progress} steps={[...statusBarParts]} current={progress} />
        )
      }
      dates={[...dates]}
      note={whyDeclined(order)[0]}
      actions={
        <>
          {order.isRated && <Stars value={order.mark} />}
          {actions.map((name, index) => (
            <Action key={name} {...{ name, order, overlays, number }} isFirst={index === 0} />
          ))}
          {!unpaid && (
            <Link {...overlays('progress', order._id)} className={buttonClass({ variant: 'quiet', size: 'small' })}>
              {cardTexts.details}
              <VisuallyHidden> {number}</VisuallyHidden>
            </Link>
          )}
        </>
      }
      off={status.kind === 'off'}
    />
  )
})

/** What leads to an overlay: the variant where it is not the first, the first being the card's own. */
const overlayActions: Partial<
  Record<
    Order['actions'][number],
    { overlay: CabinetOverlayName; detail?: string; label: string; icon?: ReactNode; variant?: ButtonVariant }
  >
> = {
  download: { overlay: 'files', label: cardTexts.download, icon: <DownloadIcon /> },
  rate: { overlay: 'rating', detail: 'f', label: cardTexts.rate, icon: <StarIcon /> },
  tip: { overlay: 'tips', label: cardTexts.tip, icon: <TipIcon /> },
  change_rating: { overlay: 'rating', detail: 'change', label: cardTexts.changeRating, variant: 'quiet' },
  request_revision: { overlay: 'revision', label: cardTexts.requestRevision, variant: 'quiet' },
}

interface ActionProps extends ClientOrderCardProps {
  name: Order['actions'][number]
  number: string
  isFirst: boolean
}

/** The button of one action; those without one stand in the order's details. */
function Action({ name, order, overlays, number, isFirst }: ActionProps) {
  const { _id: orderId } = order
  const ofOrder = <VisuallyHidden> {number}</VisuallyHidden>
  if (name === 'pay') return <PaymentLink order={order}>{ofOrder}</PaymentLink>
  if (name === 'edit' || name === 'choose_deadline') {
    // What cannot be paid yet goes on in its form.
    const toGoOn = name === 'edit' ? cardTexts.continue : cardTexts.chooseDeadline
    return (
      <Link
        to={webPaths.orderForm(orderId)}
        className={buttonClass({ variant: isFirst ? 'primary' : 'default', size: 'small' })}
      >
        {isFirst ? toGoOn : cardTexts.edit}
        {ofOrder}
      </Link>
    )
  }
  if (name === 'add_services') {
    return (
      <Link to={webPaths.orderAdditionalServices(orderId)} className={buttonClass({ size: 'small' })}>
        {cardTexts.addServices}
        {ofOrder}
      </Link>
    )
  }
  const known = overlayActions[name]
  if (known === undefined) return null
  const isMain = isFirst && !order.isRated && order.isCanShowRatingBtn
  return (
    <Link
      {...overlays(known.overlay, orderId, known.detail)}
      className={buttonClass({ variant: isMain ? 'primary' : known.variant, size: 'small' })}
    >
      {known.icon}
      {known.label}
      {ofOrder}
    </Link>
  )
}

/** The way to the card page, which says what it asks for; it follows the balance (PAY-13). */
function PaymentLink({ order, children }: { order: Order; children: ReactNode }) {
  const { text, ...offer } = paymentOffer(order, useMe().data?.available_balance)
  return (
    <a
      href={paymentHref(order, offer)}
      className={buttonClass({ variant: 'primary', size: 'small' })}
      onClick={(event) => pressToPay(event, order, offer)}
    >
      {text}
      {children}
    </a>
  )
}
