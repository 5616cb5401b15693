import type { OrderChange } from '@nerdify/contract/orders.ts'
import { orderCan } from '@nerdify/domain/orders/order-can.ts'
import type { OrderFacts } from '@nerdify/domain/orders/order-facts.ts'
import { orderIs } from '@nerdify/domain/orders/order-is.ts'
import { accountErased } from '../../accounts/find-client.ts'
import type { Queries } from '../../database/tables.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { AppContext } from '../../app-context.ts'
import { pricesFor } from '../../pricing/prices.ts'
import { changeLocked, lockOrder, refuseOvertaken } from '../change-locked.ts'
import { applyClientEvent } from './client-event.ts'
import { readOrderCommand, type OrderEdit } from './order-commands.ts'
import type { FailedCoupon } from '../price/order-discount.ts'
import { factsOf } from '../list/order-facts-of.ts'
import type { StoredOrder } from '../orders.store.ts'
import { type EditTerms, planChange } from './plan-edits.ts'
import { rateOrder } from './rate-order.ts'
import { changedByRepricing, type Repricing, repricedColumns } from '../price/reprice-order.ts'

/** A changed order, and the coupon that the change removed (DISC-15). */
export interface ChangedOrder {
  order: StoredOrder
  lostCoupon: FailedCoupon | undefined
}

/**
 * Changes a client's order (API-04, FLOW-18, SRV-03, DISC-18, STATE-20, RATE-02) under a lock of its row; returns the
 * whole order.
 * - 404: not the client's order.
 * - 409 account_erased: the account was erased (LAW-06).
 * - 409 order_changed: somebody changed the same field after `version`.
 * - 409 order_paid: the payment fixed the field. 409 order_fixed: we fixed it, or declined the order.
 * - 409 transition_not_allowed: the event does not fit the state (STATE-17).
 * - 422: this cannot be ordered, or the code cannot be used.
 */
export async function changeOrder(
  queries: Queries,
  product: Pick<AppContext, 'settings' | 'clock'>,
  change: {
    clientId: string
    orderId: string
    body: OrderChange
    uploads: readonly string[]
    terms: Omit<EditTerms, 'by' | 'prices'>
  },
): Promise<ChangedOrder> {
  const { clientId, orderId, body, uploads, terms } = change
  const command = readOrderCommand(body, uploads)
  switch (command.kind) {
    case 'event': {
      const { event } = command
      const order = await applyClientEvent(queries, { clientId, orderId, event, uploads, now: terms.now })
      return { order, lostCoupon: undefined }
    }
    case 'rating': {
      const { rating } = command
      return { order: await rateOrder(queries, product, { clientId, orderId, rating }), lostCoupon: undefined }
    }
    case 'edit': {
      const { edits } = command
      const author = 'client'
      const clientTerms = { ...terms, by: author } as const
      return editOrder(queries, { clientId, orderId, author, edits, basedOn: body.version, terms: clientTerms })
    }
  }
}

/** Applies all edits to an order, or none. */
export async function editOrder(
  queries: Queries,
  edit: {
    clientId: string
    orderId: string
    author: string
    edits: readonly OrderEdit[]
    /** The version that the edits are based on; without it the last write wins. */
    basedOn?: number | undefined
    terms: Omit<EditTerms, 'prices'>
  },
): Promise<ChangedOrder> {
  const { clientId, author, edits, basedOn } = edit
  const order = await lockOrder(queries, edit)
  if (orderIs.deleted(factsOf(order))) throw notFound()
  // An erasure waits for the order's lock (LAW-06).
  const prices = await pricesFor(queries, clientId)
  if (prices.isErased) throw accountErased()
  const terms = { ...edit.terms, prices }
  const change = await planChange(queries, edits, order, terms)
  if (change === undefined) return { order, lostCoupon: undefined }
  const { fields, reprice } = change
  refuseOvertaken(order, fields, basedOn)
  if (reprice !== undefined) refuseFixed(order, reprice, terms)
  const own = await change.set()
  const priced = reprice && (await repricedColumns(queries, { order, change: reprice, ...terms }))
  const set = { ...own, ...priced?.columns }
  const moved = changedByRepricing(order, set)
  const changed = await changeLocked(queries, order, {
    set,
    typed: { fields: [...fields, ...moved], author },
    now: terms.now,
  })
  return { order: changed, lostCoupon: priced?.lost }
}

/** Reasons why the price is locked; the first match is reported. */
const fixedBy: readonly {
  holds(order: OrderFacts, change: Repricing, terms: EditTerms): boolean
  type: string
  text: string
}[] = [
  {
    holds: orderIs.paid,
    type: 'order_paid',
    text: 'This order is paid, so its type, size, deadline and discount stay as they are.',
  },
  {
    holds: orderIs.declined,
    type: 'order_fixed',
    text: 'We couldn’t take this order, so you can’t change it anymore.',
  },
  {
    // FLOW-19: its client may not edit the form either.
    holds: (order, { requoted = false }, { by }) => requoted && by === 'client' && !orderCan.edit(order),
    type: 'order_fixed',
    text: 'Type, size and deadline of this order are agreed with us. Please contact us to change them.',
  },
]

function refuseFixed(order: StoredOrder, change: Repricing, terms: EditTerms): void {
  const fixed = fixedBy.find(({ holds }) => holds(factsOf(order), change, terms))
  if (fixed !== undefined) throw new Refusal(409, fixed.text, { type: fixed.type })
}
