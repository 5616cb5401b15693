import { fileFamilies, refusedFamilies } from '@nerdify/domain/files/file-types.ts'
import { expect, test } from 'vitest'
import { privacyPolicySections, privacyPolicyTexts } from './policies/privacy-policy.ts'
import { refundsSections } from './policies/refunds.ts'
import { termsSections } from './policies/terms.ts'

const words = (sections: typeof refundsSections) =>
  sections.flatMap(({ paragraphs, list = [], after = '' }) => [...paragraphs, ...list, after]).join(' ')

test('[PUB-01] the privacy policy has the five sections, and its date', () => {
  expect(privacyPolicySections.map(({ title }) => title)).toEqual([
    'Introduction',
    'Collection of Information',
    'Use of information',
    'Sharing information and Affiliate Disclosure',
    'Your choices and data rights',
  ])
  expect(privacyPolicyTexts.updated).toBe('Last updated May 25, 2018')
})

test('[PUB-02] the terms say the minimum age', () => {
  expect(words(termsSections)).toContain('at least 18 years old')
})

test('[PUB-03] the policies have the thirteen sections', () => {
  expect(refundsSections.map(({ title }) => title)).toEqual([
    'Terms of service',
    'Messaging program',
    'Copyright',
    'Refunds',
    'Safety',
    'Prohibited requests',
    'Content rules',
    'Subscription',
    'Liability',
    'Disclaimer',
    'Links',
    'Modifications',
    'Freelancer terms',
  ])
})

test.each([
  ['refunds', 'within 30 days'],
  ['refunds', '3-\u20605 business days'],
  ['refunds', '24 hours to find another vendor'],
  ['refunds', 'A subscription is refunded within 30 days if its perks are unused'],
  ['refunds', 'processed in 24 hours'],
  ['liability', 'what you paid us in the last six months, or $250'],
  ['subscription', 'tried again for 2 weeks'],
  ['subscription', 'within 7 days after the last unsuccessful one'],
])('[PUB-03] the section %s says: %s', (id, fact) => {
  expect(words(refundsSections.filter((section) => section.id === id))).toContain(fact)
})

test.each([
  'for study and reference',
  'Handing it in as your own work is not allowed',
  'live exam',
  'impersonate',
  'The law of the place',
])('[PUB-04] the honor code says: %s', (fact) => {
  expect(words(refundsSections.filter(({ id }) => id === 'prohibited-requests'))).toContain(fact)
})

test('[FILE-03] the policies list every ending that is taken or refused, with what to do instead', () => {
  const { list = [], more } = refundsSections.find(({ id }) => id === 'content-rules') ?? {}
  const lists = [...list, ...(more?.list ?? [])]
  for (const [at, { title, endings }] of [...fileFamilies, ...refusedFamilies].entries()) {
    expect(lists[at]).toMatch(new RegExp(`^${title}: .*`))
    expect(lists[at]?.match(/(?<=\.)[\w-]+(?=[ .])/g)).toEqual(expect.arrayContaining([...endings]))
  }
  for (const { advice } of refusedFamilies) expect(more?.list.join(' ')).toContain(advice)
})

test('each section has an id of its own, so that an address leads to it', () => {
  for (const sections of [privacyPolicySections, refundsSections, termsSections]) {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  }
})
