import type { QueueEntry } from '@nerdify/contract/queue.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'

export const bandNames = ['late', 'hour', 'today', 'later', 'never'] as const
export type BandName = (typeof bandNames)[number]

const hourMs = 3_600_000

/** The band of a row at `now`, in epoch milliseconds; `zone` is the company's. */
export function bandOf({ due, late }: Pick<QueueEntry, 'due' | 'late'>, now: number, zone: string): BandName {
  if (late) return 'late'
  if (due === null) return 'never'
  const at = Date.parse(due)
  if (at - now <= hourMs) return 'hour'
  const { date } = dateWords(zone)
  return date(at, now) === date(now, now) ? 'today' : 'later'
}
