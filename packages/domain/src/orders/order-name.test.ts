import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxNameLength, orderName } from './order-name.ts'

const unnamed = { title: null, details: null, subject: null }

test('[EASE-03] names an order by its title, else its first words, else its subject', () => {
  expect(orderName({ title: ' Causes of the war ', details: 'Weigh them.', subject: 'History' })).toBe(
    'Causes of the war',
  )
  expect(orderName({ title: ' ', details: '\n  Weigh\tthe causes.\n', subject: 'History' })).toBe('Weigh the causes')
  expect(orderName({ ...unnamed, subject: 'History' })).toBe('History')
  expect(orderName(unnamed)).toBeUndefined()
})

test('[EASE-03] ends a shortened name with a whole word and three dots', () => {
  const details = 'Explain the main causes of the French Revolution, and weigh the economic causes against the others.'
  expect(orderName({ ...unnamed, details })).toBe('Explain the main causes of the French Revolution, and weigh…')
  const comma = 'Explain the main causes of the French Revolution and weigh, against the others.'
  expect(orderName({ ...unnamed, details: comma })).toBe('Explain the main causes of the French Revolution and weigh…')
  expect(orderName({ ...unnamed, title: 'a'.repeat(61) })).toBe(`${'a'.repeat(59)}…`)
  expect(orderName({ ...unnamed, title: 'a'.repeat(60) })).toBe('a'.repeat(60))
})

test('[EASE-03] makes names of at most 60 characters, without line breaks or broken graphemes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (details) => {
      const name = orderName({ ...unnamed, details }) ?? ''
      expect([...name].length).toBeLessThanOrEqual(maxNameLength)
      expect(name).not.toMatch(/[\n\r\t]/)
      expect(name.isWellFormed() || !details.slice(0, 400).isWellFormed()).toBe(true)
    }),
  )
})
