import type { CabinetOverlayName } from '@nerdify/contract/cabinet-overlays.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { ownDates } from '@nerdify/domain/dates/date-words.ts'
import { orderFileTypes } from '@nerdify/domain/files/order-files.ts'
import { statusBarParts, statusWord } from '@nerdify/domain/orders/order-status.ts'
import { memo, type MouseEvent, type ReactElement, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, serverNow } from '../../api/client.ts'
import { useMe } from '../../api/queries.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { trackScreen } from '../../frame/track-screen.ts'
import { LateCredit } from '../../orders/LateCredit.tsx'
import { creditedSentence, isOrderLate, lateSentences } from '../../orders/late-order.ts'
import { cardTexts, deadlineOfferTexts } from '../../texts/cabinet.ts'
import { paymentNoteTexts } from '../../texts/orders/payment-button.ts'
import { buttonClass, type ButtonVariant } from '@nerdify/ui/actions/Button.tsx'
import { DownloadIcon } from '@nerdify/ui/actions/Icons.tsx'
import { StarIcon } from '@nerdify/ui/actions/StatusIcons.tsx'
import { Stars } from '@nerdify/ui/choices/Stars.tsx'
import { Money } from '@nerdify/ui/order/Money.tsx'
import { OrderCard } from '@nerdify/ui/order/OrderCard.tsx'
import { WorkTrack } from '@nerdify/ui/order/WorkTrack.tsx'
import { VisuallyHidden } from '@nerdify/ui/page/VisuallyHidden.tsx'
import { DeadlineOffer } from './DeadlineOffer.tsx'
import { OrderStatus } from './OrderStatus.tsx'
import { PaymentLink } from './PaymentLink.tsx'
import { awaitsPayment, cardActions, cardFacts, filledAction, outlinedAction } from './card-facts.ts'
import { orderStateText, whyDeclined } from './order-state-text.ts'
import { payDifference } from './pay-difference.ts'
import type { useOverlayLinks } from './use-overlay.ts'

interface ClientOrderCardProps {
  order: Order
  overlays: ReturnType<typeof useOverlayLinks>
  /** Epoch milliseconds by the server's clock; the card rerenders when it changes. */
  now?: number | undefined
}

export const cardId = (orderId: string): string => `order-${orderId}`

/** One order of the cabinet with its actions (CAB-03, CAB-04). */
export const ClientOrderCard = memo(function ClientOrderCard({
  order,
  overlays,
  now = serverNow(),
}: ClientOrderCardProps) {
  const available = useMe().data?.available_balance
  const { number, title, meta, price, status, progress, dates } = cardFacts(order, now)
  const unpaid = awaitsPayment(order)
  const actions = cardActions(order, now)
  const filled = filledAction(order, now)
  const outlined = filled === undefined ? outlinedAction(order, now) : undefined
  const variantOf = (name: Order['actions'][number] | 'details'): ButtonVariant =>
    name === filled ? 'primary' : name === outlined ? 'default' : 'quiet'
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
          <WorkTrack label={cardTexts.progress} steps={statusBarParts.map(statusWord)} current={progress} />
        )
      }
      // For late work the note has the state.
      stateText={isOrderLate(order, now) ? undefined : orderStateText(order, now)}
      dates={[...dates]}
      note={
        [offerOf(order, now), noteOf(order, now), payDifference(order, available)].filter(Boolean).join(' ') ||
        undefined
      }
      credit={<LateCredit order={order} now={now} />}
      actions={
        <>
          {order.isRated && <Stars value={order.mark} />}
          {actions.map((name, index) => (
            <Action key={name} {...{ name, order, overlays, number }} isFirst={index === 0} variant={variantOf(name)} />
          ))}
          {!unpaid && (
            <ButtonLink {...overlays('progress', order._id)} variant={variantOf('details')} size="small">
              <span>{cardTexts.details}</span>
              <VisuallyHidden>{` ${number}`}</VisuallyHidden>
            </ButtonLink>
          )}
        </>
      }
      below={actions.includes('pay') && paymentNoteTexts.safe}
      off={status.kind === 'off'}
    />
  )
})

/** The card's note: that it is late and the client's credit (WAIT-04), or why a refund was declined (CAB-11). */
function noteOf(order: Order, now: number): string | undefined {
  const late = lateSentences(order, now, (at) => ownDates.instant(at, now))
  return late.length > 0 ? late.join(' ') : (whyDeclined(order)[0] ?? creditedSentence(order))
}

/** The question about a later deadline (OPS-12). */
const offerOf = ({ offered_deadline: offered }: Order, now: number): string | undefined =>
  typeof offered === 'string' ? deadlineOfferTexts.question(ownDates.instant(Date.parse(offered), now)) : undefined

/** An action that leads to a page or an overlay. */
type ActionLink = { label: string; icon?: ReactElement } & (
  | { page: (orderId: string) => string /** The label as the card's main action. */; first?: string }
  | { overlay: CabinetOverlayName; detail?: string }
)

/** Targets of actions; an order that cannot be paid yet continues in its form. */
const actionLinks: Partial<Record<Order['actions'][number], ActionLink>> = {
  edit: { page: webPaths.orderForm, label: cardTexts.edit, first: cardTexts.continue },
  choose_deadline: { page: webPaths.orderForm, label: cardTexts.edit, first: cardTexts.chooseDeadline },
  download: { overlay: 'files', label: cardTexts.download, icon: <DownloadIcon /> },
  rate: { overlay: 'rating', detail: 'f', label: cardTexts.rate, icon: <StarIcon /> },
  order_again: { page: webPaths.orderAgain, label: cardTexts.orderAgain },
}

interface ActionProps extends ClientOrderCardProps {
  name: Order['actions'][number]
  number: string
  isFirst: boolean
  variant: ButtonVariant
}

/** The button of one action; actions without a button are in the order's details. */
function Action({ name, order, overlays, number, isFirst, variant }: ActionProps) {
  const { _id: orderId, version } = order
  const ofOrder = <VisuallyHidden>{` ${number}`}</VisuallyHidden>
  const download = useDownload(order, overlays)
  if (name === 'answer_deadline') return <DeadlineOffer {...{ orderId, version, variant, ofOrder }} />
  if (name === 'pay') return <PaymentLink order={order}>{ofOrder}</PaymentLink>
  const known = actionLinks[name]
  if (known === undefined) return null
  const isPage = 'page' in known
  return (
    <Link
      {...(isPage ? { to: known.page(orderId) } : overlays(known.overlay, orderId, known.detail))}
      className={buttonClass({ variant, size: 'small' })}
      {...(name === 'download' && { onClick: download })}
    >
      {known.icon}
      <span>{(isPage && isFirst && known.first) || known.label}</span>
      {ofOrder}
    </Link>
  )
}

/**
 * The click on "Download": downloads the Nerd's single file, then asks for the rating if it is missing (EASE-04).
 * Several files, or one that is not available yet, open the list behind the link.
 */
function useDownload(order: Order, overlays: ReturnType<typeof useOverlayLinks>) {
  const navigate = useNavigate()
  const isLoading = useRef(false)
  return async (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (isLoading.current) return
    isLoading.current = true
    const isHere = trackScreen()
    const files = await api.orderFiles(order._id).catch(() => [])
    isLoading.current = false
    const [file, ...others] = files.filter(({ type }) => orderFileTypes[type] === 'nerd')
    const address = others.length === 0 ? file?.location : undefined
    const isSingle = typeof address === 'string'
    if (isSingle) window.location.assign(address)
    if (!isHere() || (isSingle && !order.isCanShowRatingBtn)) return
    const { to, state } = isSingle ? overlays('rating', order._id, 'f') : overlays('files', order._id)
    await navigate(to, { state })
  }
}
