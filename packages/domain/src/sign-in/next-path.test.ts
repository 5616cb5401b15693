import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safePath } from './next-path.ts'

const origin = 'https://nerdify.example'

test.each([
  '/',
  '/orders',
  '/order/0192-abc/details?from=mail&x=%2F%2Fevil#files',
  '/orders?next=//evil.example',
  '/orders?redirect=https://evil.example/',
  '/orders#//evil.example',
  '/caf%C3%A9',
  '/a:b@c',
  '/javascript:alert(1)',
  '/nerdify-subscription/a%20b',
])('[AUTH-11] accepts the path %j', (path) => {
  expect(safePath(path)).toBe(path)
})

test.each([
  undefined,
  null,
  '',
  'orders',
  ' /orders',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  '/orders\r\nLocation: https://evil.example',
  '/orders\0',
  '/orders?tab=1\r\nSet-Cookie: a=b',
  '/orders#\n',
  '/.//evil.example',
  '/orders/..//evil.example',
  'https://evil.example',
  'https:/evil.example',
  'https:evil.example',
  'HTTPS://evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hi',
  'mailto:a@b.co',
  '%2f%2fevil.example',
  '%2forders',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%252fevil.example',
  '/%0a/evil.example',
  '/%09%2fevil.example',
  '/%00',
  '/%',
  '/%ff',
  `/${'a'.repeat(10_000)}`,
])('[AUTH-11] (abuse 37) replaces %j by /orders', (text) => {
  expect(safePath(text)).toBe('/orders')
})

test('[AUTH-11] returns the caller’s fallback', () => {
  expect(safePath('//evil.example', '/')).toBe('/')
})

test('[PAY-05] strips our own origin', () => {
  expect(safePath(`${origin}/order/7/thank-you?x=1`, '/orders', origin)).toBe('/order/7/thank-you?x=1')
  expect(safePath('/order/7/thank-you', '/orders', origin)).toBe('/order/7/thank-you')
})

test.each([
  'https://nerdify.example.evil.example/',
  'https://nerdify.example@evil.example/',
  'https://nerdify.example:8443/orders',
  'https://nerdify.example//evil.example',
  'https://nerdify.example/%2fevil.example',
  'https://evil.example/https://nerdify.example/',
  'http://nerdify.example/orders',
  '//nerdify.example/orders',
])('[PAY-05] (abuse 12) replaces %j by the default page', (text) => {
  expect(safePath(text, '/orders', origin)).toBe('/orders')
})

test('[AUTH-11] (abuse 37) keeps a browser on this site for any text', () => {
  // The platform's parser is the reference; the domain compiles without platform types.
  const { URL } = globalThis as unknown as {
    URL: new (text: string, base: string) => { origin: string; pathname: string }
  }
  const pieces = [
    '/',
    '\\',
    '%2f',
    '%5c',
    '%25',
    '.',
    '..',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    'https:',
    'a',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const path = safePath(parts.join(''))
      const url = new URL(path, origin)
      expect(url.origin).toBe(origin)
      expect(new URL(url.pathname, origin).origin).toBe(origin)
      expect(new URL(decodeURIComponent(url.pathname), origin).origin).toBe(origin)
    }),
    { numRuns: 2000 },
  )
})
