import { formatOf, unbroken } from './date-words.ts'

/**
 * Dates that always show the year, for records and far days (EASE-07). `timeZone` is the company's if the reader's is
 * unknown; an instant names the zone. Instants are epoch milliseconds.
 */
export function fullDates(timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = formatOf({ ...zone, weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' })
  const time = formatOf({ ...zone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  const zoneName = formatOf({ ...zone, timeZoneName: 'short' })
  const nameOfZone = (at: number) =>
    zoneName()
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value
  return {
    /** "Mon, Nov 23, 2026" */
    date: (at: number) => day().format(at),
    /** "Mon, Nov 23, 2026 (PST)" */
    dateOfZone: (at: number) => `${day().format(at)} (${nameOfZone(at)})`,
    /** "Mon, Nov 23, 2026, 3:11 AM PST" */
    instant: (at: number) => `${day().format(at)}, ${unbroken(time().format(at))}`,
  }
}
