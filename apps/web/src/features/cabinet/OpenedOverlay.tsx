import { webPaths } from '@nerdify/contract/web-paths.ts'
import { Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useLoadAhead } from '../../frame/load-ahead.ts'
import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'
import { focusHeading } from '@nerdify/ui/focus-heading.ts'
import { cardId } from './ClientOrderCard.tsx'
import { useOpenOverlay } from './use-overlay.ts'

/** They load with the list, not after it: a tap on the first card finds them (EASE-01). */
const Overlays = lazyScreen(() => import('./overlays/Overlays.tsx'))
void Overlays.preload().catch(() => undefined)

/**
 * The overlay of the address. When it closes, the browser returns the focus to its opener; if there is none, it goes to
 * the order's card, else to the page's heading (ux 50).
 */
export function OpenedOverlay() {
  const overlay = useOpenOverlay()
  const { pathname } = useLocation()
  useLoadAhead(webPaths.newOrder(), webPaths.newOrderForm('writing'))
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
  if (overlay === undefined && !pathname.startsWith(webPaths.messages())) return null
  return (
    <Suspense fallback={null}>
      <Overlays key={overlay === undefined ? pathname : `${overlay.name} ${overlay.orderId}`} />
    </Suspense>
  )
}
