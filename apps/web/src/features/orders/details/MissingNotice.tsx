import type { Order } from '@nerdify/contract/orders.ts'
import { useState } from 'react'
import { useMe } from '../../../api/queries.ts'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { Banner } from '../../../ui/surfaces/Banner.tsx'
import { AlertIcon } from '../../../ui/actions/Icons.tsx'
import { missingOf } from './missing-of.ts'

/** Why the way to pay led here: what is missing (FLOW-32), as it was then, so that it does not vanish while one types. */
export function MissingNotice({ order }: { order: Order }) {
  const { data: me } = useMe()
  const [missing] = useState(() => missingOf(order, me))
  if (missing.length === 0) return null
  return (
    <Banner kind="info" icon={<AlertIcon />} title={orderDetailsTexts.missingTitle}>
      {missing.map((step) => orderDetailsTexts.missing[step]).join(' ')}
    </Banner>
  )
}
