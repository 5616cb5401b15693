import { dateTimeIn } from '../pricing/zoned-time.ts'

/** A deadline for a calendar; instants in epoch milliseconds. */
interface CalendarDeadline {
  /** Names the entry: a second file with the same `uid` replaces the first one in the calendar. */
  uid: string
  title: string
  deadline: number
  /** The page of the order. */
  url: string
  now: number
}

/** Bytes of a line of a calendar file, without its line end (RFC 5545, 3.1). */
const mostBytes = 75

/** Text as a value of a calendar file (RFC 5545, 3.3.11). */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** "20261126T055400Z" */
function utc(at: number): string {
  const { year, month, day, hour, minute, second } = dateTimeIn('UTC', at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${year}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}Z`
}

/** Bytes of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x8_00) return 2
  return code < 0x1_00_00 ? 3 : 4
}

/** Folds a line: each further line begins with a space. No character is cut. */
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

/** An iCalendar file (.ics) with a deadline as an instant, and a reminder an hour before. */
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
