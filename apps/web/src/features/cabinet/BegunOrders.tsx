import type { Order } from '@nerdify/contract/orders.ts'
import { webPaths } from '@nerdify/contract/web-paths.ts'
import { useMemo } from 'react'
import { localStore } from '../../browser-storage.ts'
import { session } from '../../session.ts'
import { ButtonLink } from '../../frame/links.tsx'
import { cabinetTexts, cardTexts } from '../../texts/cabinet.ts'
import { Banner } from '../../ui/surfaces/Banner.tsx'
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
    ...unpriced.map(({ _id, number, type, name }) => ({
      path: webPaths.orderForm(_id),
      text: cabinetTexts.continueUnpriced(cardTexts.orderNumber(number, type), name),
    })),
  ]
  return begun.map(({ path, text }) => (
    <Banner
      key={path}
      icon={<PenIcon />}
      title={cabinetTexts.continueTitle}
      actions={
        <ButtonLink to={path} size="small">
          {cardTexts.continue}
        </ButtonLink>
      }
    >
      {text}
    </Banner>
  ))
}
