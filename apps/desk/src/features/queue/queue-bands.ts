import type { QueueEntry } from '@nerdify/contract/queue.ts'
import { dateWords } from '@nerdify/domain/dates/date-words.ts'

const bandNames = ['late', 'hour', 'today', 'later', 'never'] as const
type BandName = (typeof bandNames)[number]

const hourMs = 3_600_000

/** Whether a wait is due within the hour; both in epoch milliseconds. */
export const isSoon = (due: number, now: number): boolean => due - now <= hourMs

/** The rows of each band at `now`, in epoch milliseconds, without empty bands; `zone` is the company's. */
export function bandsOf<Row extends Pick<QueueEntry, 'due' | 'late'>>(rows: readonly Row[], now: number, zone: string) {
  const { date } = dateWords(zone)
  const today = date(now, now)
  const bandOf = ({ due, late }: Row): BandName => {
    if (late) return 'late'
    if (due === null) return 'never'
    const at = Date.parse(due)
    if (isSoon(at, now)) return 'hour'
    return date(at, now) === today ? 'today' : 'later'
  }
  const bands = Map.groupBy(rows, bandOf)
  return bandNames.flatMap((name) => {
    const inBand = bands.get(name)
    return inBand === undefined ? [] : [{ name, rows: inBand }]
  })
}
