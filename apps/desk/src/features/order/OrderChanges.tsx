import type { OperationsOrderWithHistory } from '@nerdify/contract/operations.ts'
import { capitalized, dateWords } from '@nerdify/domain/dates/date-words.ts'
import { authorName } from '@nerdify/domain/staff/staff-name.ts'
import { serverNow } from '../../api/client.ts'
import { ChangedMeanwhile } from '../../frame/ChangedMeanwhile.tsx'
import { orderTexts } from '../../texts/order.ts'
import { byOthersSince } from './meanwhile.ts'
import { entryText } from './OrderCards.tsx'

/** The start of an edit: the order's version, and the length of its history. */
export const startOfEdit = ({ version, events }: OperationsOrderWithHistory): string => `${version}.${events.length}`

/** The parts of {@link startOfEdit}. */
export function readStart(start: string) {
  const [version = 0, entries = 0] = start.split('.').map(Number)
  return { version, entries }
}

interface OrderChangesProps {
  order: OperationsOrderWithHistory
  /** The start of the edit. */
  start: string
  /** The name of the person at the desk. */
  me: string
  /** The company's time zone (IANA). */
  zone: string
  /** A press was refused for a change that the history does not show. */
  isOvertaken?: boolean
  onSeen: () => void
}

/** Others' changes of the order while this person typed, above the form of a dialog (DESK-07). */
export function OrderChanges({ order, start, me, zone, isOvertaken = false, onSeen }: OrderChangesProps) {
  const changes = byOthersSince(order.events, readStart(start).entries, me)
  const last = changes.at(-1)
  if (last === undefined && !isOvertaken) return null
  const [dates, now] = [dateWords(zone), serverNow()]
  return (
    <ChangedMeanwhile
      title={
        last === undefined
          ? orderTexts.overtaken
          : orderTexts.meanwhile(capitalized(authorName(last.author)), dates.time(Date.parse(last.at), now))
      }
      changes={changes.map((change) => entryText(change, (at) => dates.instant(at, now)))}
      onSeen={onSeen}
    />
  )
}
