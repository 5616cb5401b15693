import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const utf8Length = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, 'x').length
const deadline = Date.parse('2026-11-26T05:54:00.000Z')
const entry = { uid: 'order-1@nerdify', title: 'Essay', deadline, url: 'https://nerdify.test/orders', now: deadline }

test('[FLOW-25] puts a deadline at its instant, with its title, page and a reminder', () => {
  const lines = calendarFile({ ...entry, title: 'Rome; its fall, \\ and\nrise' }).split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0'])
  expect(lines).toContain('DTSTART:20261126T055400Z')
  expect(lines).toContain(String.raw`SUMMARY:Rome\; its fall\, \\ and\nrise`)
  expect(lines).toContain('URL:https://nerdify.test/orders')
  expect(lines).toContain('TRIGGER:-PT1H')
})

test.each(['€', 'é', '😀'])('[FLOW-25] folds a title of %s at the last character that fits', (sign) => {
  const lines = calendarFile({ ...entry, title: sign.repeat(120) }).split('\r\n')
  const full = lines.filter((line) => line.startsWith(' ') && line.includes(sign)).slice(0, 1)
  expect(full.map((line) => 75 - utf8Length(line) < utf8Length(sign))).toEqual([true])
  for (const line of lines) expect(utf8Length(line)).toBeLessThanOrEqual(75)
})

test('[FLOW-25] keeps any typed title whole and on one logical line, folded at 75 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = calendarFile({ ...entry, title })
      const lines = file.split('\r\n')
      for (const line of lines) expect(utf8Length(line)).toBeLessThanOrEqual(75)
      const unfolded = file.replaceAll('\r\n ', '').split('\r\n')
      expect(unfolded).toHaveLength(17)
      const read = (unfolded[7] ?? '')
        .slice('SUMMARY:'.length)
        .replaceAll(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign))
      expect(read).toBe(title.replaceAll(/\r\n|\r/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ''))
    }),
  )
})
