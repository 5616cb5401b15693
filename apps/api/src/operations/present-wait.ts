import type { OpenWait } from '@nerdify/contract/queue.ts'
import { isTaken, type Wait, waitName } from '@nerdify/domain/orders/order-waits.ts'
import { instantText } from '../orders/list/present-order.ts'
import { commandOf } from '../orders/order-for-staff.ts'
import type { OrderWait } from '../orders/waiting-now.ts'

type TakenOrder = Pick<OrderWait['order'], 'taken_by' | 'taken_at'> | undefined

/** The colleague who has a wait, by its order (OPS-09); null for nobody. */
export const holderOf = (wait: Pick<Wait, 'since'>, order: TakenOrder): string | null =>
  order !== undefined && isTaken(wait, order.taken_at) ? order.taken_by : null

/** A wait of an order as staff read it. */
export const presentOrderWait = ({ order, ...wait }: OrderWait): OpenWait =>
  presentWait(
    wait,
    order,
    wait.next.map((event) => commandOf(order.number, event)),
  )

/** A wait as staff read it, with the commands that end it; `order` is the one that staff take with it (OPS-09). */
export const presentWait = (
  { kind, turn, since, due, late }: Omit<Wait, 'next'>,
  order: TakenOrder,
  next: readonly string[],
): OpenWait => ({
  kind,
  waits_for: waitName(kind),
  turn,
  since: instantText(since),
  due: due === null ? null : instantText(due),
  late,
  taken_by: holderOf({ since }, order),
  next: [...next],
})
