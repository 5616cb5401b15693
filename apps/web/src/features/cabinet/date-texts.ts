import { unbroken } from '../../texts/frame.ts'

const language = 'en-US'

/** How an order card's dates read in one time zone; without a zone, in the reader's own (CAB-03, ux 22). */
export function dateTexts(timeZone?: string) {
  const zone = timeZone === undefined ? {} : { timeZone }
  /** A format is made when it is first used: that takes a slow phone 10 ms each. */
  const textBy = (options: Intl.DateTimeFormatOptions) => {
    let format: Intl.DateTimeFormat | undefined
    return (at: string) => {
      format ??= new Intl.DateTimeFormat(language, { ...zone, ...options })
      return format.format(Date.parse(at))
    }
  }
  const instant = textBy({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return {
    /** "Mon, Nov 23": a day that is soon. The instant is ISO 8601. */
    weekday: textBy({ weekday: 'short', month: 'short', day: 'numeric' }),
    /** "Nov 21, 2026": for what has happened. The instant is ISO 8601. */
    day: textBy({ dateStyle: 'medium' }),
    /** "Mon, Nov 23, 2026, 9:00 AM PST": for what is to come. The instant is ISO 8601. */
    instant: (at: string) => unbroken(instant(at)),
  }
}

/** In the reader's own time zone. */
export const ownDateTexts = dateTexts()
