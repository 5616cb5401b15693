import { unbroken } from '../../texts/frame.ts'

const language = 'en-US'

/** How an order card's dates read in one time zone; without a zone, in the reader's own (CAB-03, ux 22). */
export function dateTexts(timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = new Intl.DateTimeFormat(language, { ...zone, dateStyle: 'medium' })
  const instant = new Intl.DateTimeFormat(language, {
    ...zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const weekday = new Intl.DateTimeFormat(language, { ...zone, weekday: 'short', month: 'short', day: 'numeric' })
  return {
    /** "Mon, Nov 23": a day that is soon. The instant is ISO 8601. */
    weekday: (at: string) => weekday.format(Date.parse(at)),
    /** "Nov 21, 2026": for what has happened. The instant is ISO 8601. */
    day: (at: string) => day.format(Date.parse(at)),
    /** "Mon, Nov 23, 2026, 9:00 AM PST": for what is to come. The instant is ISO 8601. */
    instant: (at: string) => unbroken(instant.format(Date.parse(at))),
  }
}

/** In the reader's own time zone. */
export const ownDateTexts = dateTexts()
