import type { OpenWait } from '@nerdify/contract/queue.ts'
import { type Wait, waitName } from '@nerdify/domain/orders/order-waits.ts'
import type { StaffCommand } from '@nerdify/domain/staff/staff-commands.ts'
import { instantText } from '../orders/list/present-order.ts'
import { holderOf, type OrderWait, type TakenOrder } from '../orders/waiting-now.ts'

/** A wait of an order as staff read it. */
export const presentOrderWait = ({ order, ...wait }: OrderWait): OpenWait =>
  presentWait(
    wait,
    order,
    wait.next.map((event) => ({ event })),
  )

/** A wait as staff read it, with the commands that end it; `order` is the one that staff take with it (OPS-09). */
export const presentWait = (
  { kind, turn, since, due, late }: Omit<Wait, 'next'>,
  order: TakenOrder | undefined,
  next: readonly StaffCommand[],
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
