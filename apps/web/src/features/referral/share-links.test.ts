import { expect, test } from 'vitest'
import { shareAddresses, shareLink } from './share-links.ts'

test('[REF-04][AUTH-14] the link contains the public code only', () => {
  expect(shareLink('https://nerdify.example', 'abc23xyz')).toBe('https://nerdify.example/contact-us?ref=abc23xyz')
})

test.each([
  ['email', 'mailto:?'],
  ['facebook', 'https://www.facebook.com/sharer/'],
  ['twitter', 'https://twitter.com/intent/tweet?'],
  ['messenger', 'fb-messenger://share?'],
  ['sms', 'sms:?'],
] as const)('[REF-01] the way %s leads to its own place and carries the whole link', (way, place) => {
  const link = 'https://nerdify.example/contact-us?ref=abc23xyz'
  const address = shareAddresses(link)[way]
  expect(address.slice(0, place.length)).toBe(place)
  expect(address).toContain(encodeURIComponent(link))
})
