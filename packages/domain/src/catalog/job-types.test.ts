import { expect, test } from 'vitest'
import { defaultPriceName, jobTypeById, jobTypeByPriceName, jobTypes, priceNames } from './job-types.ts'

test('[FLOW-03] lists six job types with site name, price name, readable name and measures', () => {
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

test('[FLOW-03] finds a job type by its site name and by its price name', () => {
  for (const jobType of jobTypes) {
    expect(jobTypeById(jobType.id)).toBe(jobType)
    expect(jobTypeByPriceName(jobType.priceName)).toBe(jobType)
  }
})

test.each(['', 'Writing', 'essay', 'toString', '__proto__'])('[FLOW-03] has no job type %j', (id) => {
  expect(jobTypeById(id)).toBeUndefined()
})

test('[FLOW-03] has no job type for the price name "Complex"', () => {
  expect(jobTypeByPriceName('Complex')).toBeUndefined()
})

test('[PRICE-04] has six price names, with the default first', () => {
  expect(priceNames).toHaveLength(6)
  expect(priceNames[0]).toBe(defaultPriceName)
  expect(defaultPriceName).toBe('Essay (writing)')
})
