import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSubjects, isSubject, mostChosenSubjects, subjects } from './subjects.ts'

test('[FLOW-05] lists about 150 subjects once each, with the three most chosen first', () => {
  expect(subjects.length).toBeGreaterThanOrEqual(140)
  expect(subjects.length).toBeLessThanOrEqual(160)
  expect(new Set(subjects).size).toBe(subjects.length)
  expect(subjects.slice(0, 3)).toEqual(['English', 'Business and Management', 'Healthcare and Nursing'])
  expect(mostChosenSubjects).toEqual(subjects.slice(0, 3))
})

test('[FLOW-05] accepts only subjects of the list', () => {
  expect(isSubject('English')).toBe(true)
  expect(isSubject("Women's Studies")).toBe(true)
  for (const text of ['', 'english', 'English ', 'Alchemy']) expect(isSubject(text)).toBe(false)
})

test.each([
  ['hist', ['History', 'Art History', 'American History', 'World History']],
  ['  NURSING ', ['Healthcare and Nursing']],
  ['business & management', ['Business and Management']],
  ['ecommerce', ['E-Commerce']],
  ['e-commerce', ['E-Commerce']],
  ['womens', ["Women's Studies"]],
  ['women’s', ["Women's Studies"]],
  ['law business', ['Business Law']],
])('[FLOW-05] (ux 27) finds by %j: %j', (query, matches) => {
  expect(new Set(findSubjects(query))).toEqual(new Set(matches))
})

test('[FLOW-05] (ux 27) ranks a prefix of the subject above a later word, and that above the middle of a word', () => {
  expect(findSubjects('art')).toEqual([
    'Art',
    'Art History',
    'Artificial Intelligence',
    ...findSubjects('art').slice(3),
  ])
  expect(findSubjects('history')[0]).toBe('History')
  expect(findSubjects('tech')).toEqual(['Information Technology', 'Biotechnology'])
  const engineering = findSubjects('engineering')
  expect(engineering[0]).toBe('Engineering')
  expect(engineering).toContain('Civil Engineering')
})

test('[FLOW-05] (ux 27) finds every subject for blank text and none for text without a match', () => {
  expect(findSubjects('')).toEqual(subjects)
  expect(findSubjects('   ')).toEqual(subjects)
  expect(findSubjects('qwerty')).toEqual([])
  expect(findSubjects('.*')).toEqual([])
})

test('[FLOW-05] (ux 27) finds every subject by any prefix in any case', () => {
  fc.assert(
    fc.property(fc.constantFrom(...subjects), fc.integer({ min: 1, max: 40 }), (subject, length) => {
      expect(findSubjects(subject.slice(0, length).toUpperCase())).toContain(subject)
    }),
  )
})

test('[FLOW-05] (ux 27) finds only subjects, each once, for any text', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      const matches = findSubjects(query)
      expect(matches.every(isSubject)).toBe(true)
      expect(new Set(matches).size).toBe(matches.length)
    }),
  )
})
