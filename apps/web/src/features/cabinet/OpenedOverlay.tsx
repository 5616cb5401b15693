import type { CabinetOverlayName } from '@nerdify/contract/cabinet-overlays.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { onceIdle } from '../../frame/late-part.tsx'
import { useLoadAhead } from '../../frame/load-ahead.ts'
import { type LazyScreen, lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { cardId } from './ClientOrderCard.tsx'
import { useOpenOverlay } from './use-overlay.ts'

/** The overlays of the list (CAB-07), which load once the list shows and the browser is idle (EASE-01). */
const overlays: Record<CabinetOverlayName, LazyScreen> = {
  rating: lazyScreen(() => import('./overlays/RatingOverlay.tsx')),
  'rating-negative': lazyScreen(() => import('./overlays/NegativeRatingOverlay.tsx')),
  tips: lazyScreen(() => import('./overlays/TipsOverlay.tsx')),
  'tips-success': lazyScreen(() => import('./overlays/TipsSuccessOverlay.tsx')),
  progress: lazyScreen(() => import('./overlays/ProgressOverlay.tsx')),
  files: lazyScreen(() => import('./overlays/FilesOverlay.tsx')),
  revision: lazyScreen(() => import('./overlays/RevisionOverlay.tsx')),
  refund: lazyScreen(() => import('./overlays/RefundOverlay.tsx')),
  messages: lazyScreen(() => import('./overlays/messages/OrderMessagesOverlay.tsx')),
}

const conversations = lazyScreen(() => import('./overlays/messages/ConversationsOverlay.tsx'))

/**
 * The overlay of the address. When it closes, the browser returns the focus to its opener; if there is none, it goes to
 * the order's card, else to the page's heading (ux 50).
 */
export function OpenedOverlay() {
  const overlay = useOpenOverlay()
  const { pathname } = useLocation()
  useLoadAhead(webPaths.newOrder(), webPaths.newOrderForm('writing'))
  useEffect(
    () => onceIdle(() => Object.values(overlays).forEach((each) => void each.preload().catch(() => undefined))),
    [],
  )
  const shown = useRef<string>(undefined)
  const orderId = overlay?.orderId
  useEffect(() => {
    const closed = shown.current
    shown.current = orderId
    if (closed === undefined || orderId !== undefined || document.activeElement !== document.body) return
    const onCard = document.querySelector<HTMLElement>(`#${CSS.escape(cardId(closed))} :is(a, button)`)
    if (onCard === null) focusHeading(document.querySelector<HTMLElement>('main h1'))
    else onCard.focus()
  }, [orderId])
  const Overlay = overlay === undefined ? conversations : overlays[overlay.name]
  if (overlay === undefined && !pathname.startsWith(webPaths.messages())) return null
  return (
    <Suspense fallback={null}>
      <Overlay key={overlay === undefined ? pathname : `${overlay.name} ${overlay.orderId}`} />
    </Suspense>
  )
}
