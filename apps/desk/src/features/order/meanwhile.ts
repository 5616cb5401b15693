import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { eventsBy, type OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { historyName } from '@nerdify/domain/staff/staff-name.ts'
import { seenEntries, type StepPlace } from './step-words.ts'

type HistoryEntry = OperationsOrderWithHistory['events'][number]

/** Others' events of an order after the first `seenCount` entries of its history, oldest first (DESK-07). */
export const byOthersSince = (
  events: readonly HistoryEntry[],
  seenCount: number,
  me: string,
): readonly HistoryEntry[] => events.slice(seenCount).filter(({ author }) => author !== historyName(me))

/** Words typed before others changed the order. */
export interface OvertakenWords {
  place: StepPlace
  changes: readonly HistoryEntry[]
}

/** The overtaken words of the shown step, and those of steps that are no longer possible. */
export function overtakenWords(
  { id: orderId, events }: Pick<OperationsOrderWithHistory, 'id' | 'events'>,
  me: { personId: string; name: string },
  steps: { shown: OrderEventName | undefined; possible: readonly OrderEventName[] },
): OvertakenWords[] {
  return eventsBy('operations').flatMap((step) => {
    const place = { personId: me.personId, orderId, step }
    const seenCount = step === steps.shown || !steps.possible.includes(step) ? seenEntries(place) : undefined
    const changes = seenCount === undefined ? [] : byOthersSince(events, seenCount, me.name)
    return changes.length === 0 ? [] : [{ place, changes }]
  })
}
