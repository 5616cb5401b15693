import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { localStore } from '../../browser-storage.ts'
import { session } from '../../session.ts'
import { cabinetTexts, cardTexts } from '../../texts/cabinet.ts'
import { Banner } from '../../ui/surfaces/Banner.tsx'
import { buttonClass } from '../../ui/actions/Button.tsx'
import { PenIcon } from '../../ui/actions/Icons.tsx'
import { keptDrafts } from './kept-drafts.ts'

/**
 * "Continue your order", for each order that was begun and stands in no list yet: the drafts of this browser, and those
 * that the server has without a price, whoever made them (STATE-16, FLOW-17).
 */
export function BegunOrders({ unpriced }: { unpriced: readonly Order[] }) {
  const drafts = useMemo(() => keptDrafts(localStore, session.clientId()), [])
  const begun = [
    ...drafts.map(({ name, path }) => ({ path, text: cabinetTexts.continueText(name) })),
    ...unpriced.map(({ _id, number, type, title, subject }) => ({
      path: webPaths.orderForm(_id),
      text: cabinetTexts.continueUnpriced(cardTexts.orderNumber(number, type), title ?? subject),
    })),
  ]
  return begun.map(({ path, text }) => (
    <Banner
      key={path}
      icon={<PenIcon />}
      title={cabinetTexts.continueTitle}
      actions={
        <Link to={path} className={buttonClass({ size: 'small' })}>
          {cardTexts.continue}
        </Link>
      }
    >
      {text}
    </Banner>
  ))
}
