import { apiPaths } from '@nerdify/contract/api-paths.ts'
import { operationsPageSize } from '@nerdify/contract/operations.ts'
import { type QueueEntry, QueuePage, QueueQuery } from '@nerdify/contract/queue.ts'
import { waitName } from '@nerdify/domain/orders/order-waits.ts'
import { dollarsFromCents } from '@nerdify/domain/pricing/money.ts'
import type { App } from '../http/app-type.ts'
import { operationsCall } from '../http/call.ts'
import { instantText } from '../orders/list/instant-text.ts'
import { commandOf, extrasOf, isOwed, taskOf } from '../orders/order-for-staff.ts'
import { type OrderWait, waitingNow } from '../orders/waiting-now.ts'
import type { Product } from '../product.ts'

/** The call of operations that lists what waits for whom, what is due first at the front (WAIT-01). */
export function operationsQueueRoute(app: App, product: Product): void {
  app.get(
    apiPaths.opsQueue(),
    operationsCall('A page of what orders wait for, whose turn it is and until when', {
      querystring: QueueQuery,
      200: QueuePage,
    }),
    async (request) => {
      const { kind, late } = request.query
      const page = Number(request.query.page ?? '0')
      const { clock, queries, settings } = product
      const all = await waitingNow(queries, { now: clock.now(), zone: settings.companyZone })
      const chosen = all.filter(
        (wait) => (kind === undefined || wait.kind === kind) && (late === undefined || wait.late === (late === 'true')),
      )
      return {
        results: chosen.slice(page * operationsPageSize, (page + 1) * operationsPageSize).map(present),
        page,
        pages: Math.ceil(chosen.length / operationsPageSize),
        total: chosen.length,
      }
    },
  )
}

function present({ kind, turn, since, due, late, next, order }: OrderWait): QueueEntry {
  return {
    kind,
    waits_for: waitName(kind),
    turn,
    since: instantText(since),
    due: due === null ? null : instantText(due),
    late,
    client_id: order.client_id,
    order_id: order.id,
    number: order.number,
    task: taskOf(order),
    deadline: order.deadline === null ? null : instantText(order.deadline),
    services: extrasOf(order),
    top_nerd: isOwed(order.services.top_writer),
    report: isOwed(order.services.adv_plagreport),
    preferred_nerd: order.preferred_worker,
    amount: dollarsFromCents(order.paid_cents),
    next: next.map((event) => commandOf(order.number, event)),
  }
}
