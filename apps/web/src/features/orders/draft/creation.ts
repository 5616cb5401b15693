import type { Order, OrderCreation } from '@nerdify/contract/orders.ts'
import { asCallError, outcomeUnknown } from '@nerdify/browser/call-error.ts'

/** A creation that was sent; unchanged until it is answered (FLOW-30). */
export interface Creation {
  key: string
  body: OrderCreation
}

interface CreationPorts {
  /** The unanswered creation, kept with the draft. */
  pending: () => Creation | undefined
  keep: (creation: Creation | undefined) => void
  /** Creates the order; a used key gets its first answer again. */
  send: (body: OrderCreation, idempotencyKey: string) => Promise<Order>
  /** The current order. */
  read: (orderId: string) => Promise<Order>
  newKey: () => string
}

/**
 * Creates the order of a draft at most once (FLOW-30). A creation with a lost answer is retried unchanged, with its
 * key; `changes` are the choices since then, still to be sent. If that order turns out to be paid or gone,
 * another one is created (FLOW-17). Rejects with a `CallError`.
 */
export async function createOnce(
  ports: CreationPorts,
  body: OrderCreation,
): Promise<{ order: Order; changes: OrderCreation }> {
  const before = ports.pending()
  const creation = before ?? { key: ports.newKey(), body }
  ports.keep(creation)
  const order = await orderOf(creation, { ...ports, isRepeated: before !== undefined })
  if (order !== undefined) return { order, changes: difference(creation.body, body) }
  ports.keep(undefined)
  return createOnce(ports, body)
}

/** The order of a creation; undefined if it is an earlier one that is paid or gone. */
async function orderOf(
  { body, key }: Creation,
  { keep, send, read, isRepeated }: CreationPorts & { isRepeated: boolean },
): Promise<Order | undefined> {
  try {
    const created = await send(body, key)
    if (!isRepeated) return created
    // A repeated answer has the order's state at its creation.
    const order = await read(created._id)
    return order.isLocked ? undefined : order
  } catch (thrown) {
    const error = asCallError(thrown)
    // A session that ended meanwhile leaves the outcome unknown too.
    if (outcomeUnknown(error) || error.status === 401) throw error
    if (isRepeated) return undefined
    keep(undefined)
    throw error
  }
}

/** The fields of `wanted` that differ from `sent`. */
export function difference<Fields extends OrderCreation>(sent: Fields, wanted: Fields): Partial<Fields> {
  const fields = Object.entries(wanted).filter(([field, value]) => sent[field as keyof Fields] !== value)
  return Object.fromEntries(fields) as Partial<Fields>
}
