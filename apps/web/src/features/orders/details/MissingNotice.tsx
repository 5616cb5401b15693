import type { Client } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { type MissingBeforePayment, missingBeforePayment } from '@nerdify/domain/orders/before-payment.ts'
import { useState } from 'react'
import { useMe } from '../../../api/queries.ts'
import { orderDetailsTexts } from '../../../texts/orders/order-details.ts'
import { Banner } from '@nerdify/ui/surfaces/Banner.tsx'
import { AlertIcon } from '@nerdify/ui/actions/Icons.tsx'

/** The missing fields of an order before payment, as far as the client is loaded (FLOW-32). */
export function missingOf(order: Order, me: Client | undefined): readonly MissingBeforePayment[] {
  return missingBeforePayment({
    paid: order.isLocked,
    details: order.details,
    files: order.attachments.length,
    honourCodeAgreed: order.honour_code_agreed,
    email: me === undefined ? 'unknown' : (me.email?.email ?? me.pending_email),
    adultConfirmed: me?.adult_confirmed ?? true,
  })
}

/**
 * Why the payment led here: the missing fields (FLOW-32), fixed at the start, so that the notice does not vanish while
 * the client types.
 */
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
