import type { Client } from '@nerdify/contract/client.ts'
import type { Order } from '@nerdify/contract/orders.ts'
import { type MissingBeforePayment, missingBeforePayment } from '@nerdify/domain/orders/before-payment.ts'

/** What an order lacks before it can be paid, as far as its client is known (FLOW-32). */
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
