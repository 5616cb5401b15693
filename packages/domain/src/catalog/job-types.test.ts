import { expect, test } from 'vitest'
import { defaultPriceName, jobTypeById, jobTypeByPriceName, jobTypes, priceNames } from './job-types.ts'

test('[FLOW-03] the six job types with site name, price name, readable name and measures, in the order of the list', () => {
  const rows = jobTypes.map(
    ({ id, priceName, name, measures }) => `${id} | ${priceName} | ${name} | ${measures.join(', ')}`,
  )
  expect(rows).toEqual([
    'writing | Essay (writing) | Essay writing | Pages, Words',
    'editing | Essay (editing) | Essay editing | Pages, Words',
    'presentation | Presentations | Presentation | Slides',
    'problems | Problems | Problems | Minutes',
    'quiz | Quiz | Quiz | Minutes',
    'task | Other task | Other task | Minutes',
  ])
})

test('[FLOW-03] a job type is found by its site name and by its price name', () => {
  for (const jobType of jobTypes) {
    expect(jobTypeById(jobType.id)).toBe(jobType)
    expect(jobTypeByPriceName(jobType.priceName)).toBe(jobType)
  }
})

test.each(['', 'Writing', 'essay', 'toString', '__proto__'])('[FLOW-03] there is no job type %j', (id) => {
  expect(jobTypeById(id)).toBeUndefined()
})

test('[FLOW-03] "Complex" is the price name of no job type', () => {
  expect(jobTypeByPriceName('Complex')).toBeUndefined()
})

test('[PRICE-04] there are six price names, the first of them the default', () => {
  expect(priceNames).toHaveLength(6)
  expect(priceNames[0]).toBe(defaultPriceName)
  expect(defaultPriceName).toBe('Essay (writing)')
})
