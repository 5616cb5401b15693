import { expect, test } from 'vitest'
import { shareAddresses, shareLink } from './share-links.ts'

test('[REF-04][AUTH-14] the link holds the public code and nothing else', () => {
  expect(shareLink('https://nerdify.example', 'abc23xyz')).toBe('https://nerdify.example/contact-us?ref=abc23xyz')
})

test('[REF-01] every way to share carries the whole link', () => {
  const link = 'https://nerdify.example/contact-us?ref=abc23xyz'
  for (const address of Object.values(shareAddresses(link))) expect(address).toContain(encodeURIComponent(link))
})
