import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxNameLength, orderName } from './order-name.ts'

const nothing = { title: null, details: null, subject: null }

test('[EASE-03] an order is called by its title, else by its first words, else by its subject', () => {
  expect(orderName({ title: ' Causes of the war ', details: 'Weigh them.', subject: 'History' })).toBe(
    'Causes of the war',
  )
  expect(orderName({ title: ' ', details: '\n  Weigh\tthe causes.\n', subject: 'History' })).toBe('Weigh the causes')
  expect(orderName({ ...nothing, subject: 'History' })).toBe('History')
  expect(orderName(nothing)).toBeUndefined()
})

test('[EASE-03] what is longer ends with a whole word and three dots', () => {
  const details = 'Explain the main causes of the French Revolution, and weigh the economic causes against the others.'
  expect(orderName({ ...nothing, details })).toBe('Explain the main causes of the French Revolution, and weigh…')
  const comma = 'Explain the main causes of the French Revolution and weigh, against the others.'
  expect(orderName({ ...nothing, details: comma })).toBe('Explain the main causes of the French Revolution and weigh…')
  expect(orderName({ ...nothing, title: 'a'.repeat(61) })).toBe(`${'a'.repeat(59)}…`)
  expect(orderName({ ...nothing, title: 'a'.repeat(60) })).toBe('a'.repeat(60))
})

test('[EASE-03] no name is longer than 60 characters, has a line break or breaks a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (details) => {
      const name = orderName({ ...nothing, details }) ?? ''
      expect([...name].length).toBeLessThanOrEqual(maxNameLength)
      expect(name).not.toMatch(/[\n\r\t]/)
      expect(name.isWellFormed() || !details.slice(0, 400).isWellFormed()).toBe(true)
    }),
  )
})
