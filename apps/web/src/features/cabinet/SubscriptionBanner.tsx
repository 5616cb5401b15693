import { webPaths } from '@nerdify/contract/web-paths.ts'
import { plans } from '@nerdify/domain/plans/plans.ts'
import { formatShortMoney } from '@nerdify/domain/pricing/money.ts'
import { useState } from 'react'
import { localStore } from '@nerdify/browser/browser-storage.ts'
import { closedBannerKey } from '../../visit/session.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { planOfferTexts } from '../../texts/plan-offers.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { SealIcon } from '@nerdify/ui/actions/Icons.tsx'

/** UI-04: the subscription banner; closed, it stays so in this browser until sign-out. */
export function Component() {
  const [closed, setClosed] = useState(() => localStore.get(closedBannerKey) !== undefined)
  if (closed) return null
  const close = () => {
    localStore.set(closedBannerKey, '1')
    setClosed(true)
  }
  return (
    <Banner
      icon={<SealIcon />}
      title={planOfferTexts.bannerTitle}
      onClose={close}
      actions={
        <ButtonLink to={webPaths.subscription()} size="small">
          {planOfferTexts.bannerAction}
        </ButtonLink>
      }
    >
      {planOfferTexts.bannerText(formatShortMoney(plans.nerdify_basic.monthlyCents))}
    </Banner>
  )
}
