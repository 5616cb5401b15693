import { dateTimeIn } from '../pricing/zoned-time.ts'

/** A deadline as a calendar entry; instants in epoch milliseconds. */
interface CalendarDeadline {
  /** Identifies the entry: a later file with the same `uid` replaces it in the calendar. */
  uid: string
  title: string
  deadline: number
  /** The page of the order. */
  url: string
  now: number
}

/** The maximum length of a line in bytes, without its line break (RFC 5545, 3.1). */
const mostBytes = 75

/** Escapes a text value (RFC 5545, 3.3.11). */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** Formats an instant: "20261126T055400Z". */
function utc(at: number): string {
  const { year, month, day, hour, minute, second } = dateTimeIn('UTC', at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}Z`
}

/** The length of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x8_00) return 2
  return code < 0x1_00_00 ? 3 : 4
}

/** Folds a line between characters; continuation lines begin with a space (RFC 5545, 3.1). */
function folded(line: string): string {
  let bytes = 0
  let lines = ''
  for (const character of line) {
    const size = bytesOf(character)
    if (bytes + size > mostBytes) {
      lines += '\r\n '
      bytes = 1
    }
    lines += character
    bytes += size
  }
  return lines
}

/** An iCalendar file (.ics) with an event at the deadline, and a reminder an hour before. */
export function calendarFile({ uid, title, deadline, url, now }: CalendarDeadline): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Nerdify//Deadlines//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(deadline)}`,
    `SUMMARY:${escaped(title)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT1H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
