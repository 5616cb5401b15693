import { awaitsPayment, recallIsDue, recallTimes } from '@nerdify/domain/orders/recall.ts'
import type { Queries } from '../../database/tables.ts'
import { transaction } from '../../database/transaction.ts'
import { whenFree } from '../../leases/with-lease.ts'
import type { DueMessage } from '../../outbox/deliver.ts'
import { announceOrderTo, announcementAddress } from '../../outbox/templates/announce-order.ts'
import type { AppContext } from '../../app-context.ts'
import { makeShortKey } from '../../keys/sign-in-keys.ts'
import { findOrderByNumber } from '../list/find-any-order.ts'
import { factsOf } from '../list/order-facts-of.ts'
import { insertOrderEvent, orderOf, abandonedOrders, updateOrder } from '../orders.store.ts'
import { getsNoReminder, reminderTime } from './ask-for-rating.ts'

const batch = 100

/**
 * Reminds clients of unpaid orders, once per order and of one order a day (MSG-06); returns the number of processed
 * orders. One process does this at a time.
 */
export async function recallUnpaidOrders(product: AppContext): Promise<number> {
  const processed = await whenFree(product, 'recall-unpaid-orders', async () => {
    const now = product.clock.now()
    const found = await abandonedOrders(product.queries, { ...recallTimes(now), now, most: batch })
    let count = 0
    for (const order of found) {
      product.ending.throwIfAborted()
      await recallOne(product, { ...order, now }).then(() => (count += 1), product.putOff)
    }
    return count
  })
  if (processed) product.wake.outbox()
  return processed ?? 0
}

async function recallOne(
  { queries, settings }: AppContext,
  due: { clientId: string; orderId: string; now: number },
): Promise<void> {
  const { clientId, orderId, now } = due
  await transaction(queries, async (within) => {
    const order = await orderOf(within, clientId, orderId, { lock: true })
    // A client who has just edited the order needs no reminder.
    if (order === undefined || order.updated_at > recallTimes(now).changedUntil) return
    const address = await announcementAddress(within, { order, now })
    const sendAt = await reminderTime(within, order, { settings, now })
    const times = { changedAt: order.updated_at, recalledAt: order.recalled_at, now, sendAt }
    // An order that cannot be recalled now never can be: exclude it from later rounds.
    await updateOrder(within, clientId, orderId, { recalled_at: new Date(now) })
    if (address === undefined || !recallIsDue(factsOf(order), times)) return
    await insertOrderEvent(within, { clientId, orderId, at: now, author: 'schedule', event: 'recalled' })
    const keyId = await makeShortKey(within, {
      secret: settings.secret,
      clientId,
      now,
      origin: 'payment-link',
      orderId,
      channel: address.channel,
    })
    await announceOrderTo(within, address, {
      order,
      name: 'order-recall',
      key: orderId,
      variables: { keyId, orderId },
      // After the deadline nothing can be paid.
      expiresAt: order.deadline ?? undefined,
      now: sendAt,
    })
  })
}

/** Whether the recall of an order is obsolete: it is not to be paid any more, or its client gets no reminder. */
export async function recallIsObsolete(queries: Queries, { variables: { number = '' } }: DueMessage): Promise<boolean> {
  const order = await findOrderByNumber(queries, number)
  return order === undefined || !awaitsPayment(factsOf(order)) || (await getsNoReminder(queries, order))
}

/** Excludes a client's sample orders from reminders. */
export { markRecalled } from '../orders.store.ts'
