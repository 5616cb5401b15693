import { webPaths } from '@nerdify/contract/web-paths.ts'
import { offersSubscription } from '@nerdify/domain/clients/menu.ts'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../../api/queries.ts'
import { lazyScreen } from '@nerdify/browser/lazy-screen.tsx'

const PremiumOffer = lazyScreen(() => import('./PremiumOffer.tsx'))
const SubscriptionBanner = lazyScreen(() => import('./SubscriptionBanner.tsx'))

/** The cabinet's plan offers: the popup of SUB-12 at its address, and the banner of UI-04. Both load on demand. */
export function PlanOffers() {
  const { pathname } = useLocation()
  const me = useMe().data
  return (
    <Suspense fallback={null}>
      {me !== undefined && offersSubscription(me) && <SubscriptionBanner />}
      {pathname === webPaths.premiumOffer() && <PremiumOffer />}
    </Suspense>
  )
}
