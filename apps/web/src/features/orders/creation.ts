import type { CallError } from '@nerdify/contract/error-body.ts'
import type { Order, OrderCreation } from '@nerdify/contract/orders.ts'
import { outcomeUnknown } from './call-outcome.ts'

/** A creation that was sent: it stays the same until it is answered (FLOW-30). */
export interface Creation {
  key: string
  body: OrderCreation
}

/** What creating an order needs of the outside. */
interface CreationPorts {
  /** The creation that was sent before and not answered, kept with the draft. */
  kept: () => Creation | undefined
  keep: (creation: Creation | undefined) => void
  /** Creates the order, or answers the first answer if the key was used; rejects with a `CallError`. */
  send: (body: OrderCreation, idempotencyKey: string) => Promise<Order>
  newKey: () => string
}

/**
 * Creates the order of a draft at most once (FLOW-30). A creation whose answer was lost is sent again as it was, under
 * its key; what was chosen since then is answered in `left`, to be changed on the order. Rejects with a `CallError`.
 */
export async function createOnce(
  ports: CreationPorts,
  body: OrderCreation,
): Promise<{ order: Order; left: OrderCreation }> {
  const before = ports.kept()
  const creation = before ?? { key: ports.newKey(), body }
  ports.keep(creation)
  try {
    const order = await ports.send(creation.body, creation.key)
    return { order, left: difference(creation.body, body) }
  } catch (error) {
    if (outcomeUnknown(error as CallError)) throw error
    ports.keep(undefined)
    // What was sent before is refused for good, so it made no order: what is wanted now gets a try of its own.
    if (before !== undefined) return createOnce(ports, body)
    throw error
  }
}

/** The fields of `wanted` that `sent` has not. */
function difference(sent: OrderCreation, wanted: OrderCreation): OrderCreation {
  const fields = Object.entries(wanted).filter(([field, value]) => sent[field as keyof OrderCreation] !== value)
  return Object.fromEntries(fields)
}
