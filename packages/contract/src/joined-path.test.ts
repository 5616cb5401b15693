import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiPaths } from './api-paths.ts'
import { pathOf } from './joined-path.ts'
import { opsPaths } from './ops-paths.ts'
import { paidMark, webPaths } from './web-paths.ts'

const origin = 'https://nerdify.example'

/** The path functions with the number of their arguments. */
const functions = [apiPaths, opsPaths, webPaths]
  .flatMap(Object.entries<(...texts: never[]) => string>)
  .flatMap(([name, toPath]) => {
    const { length } = toPath
    return length === 0 ? [] : [{ name, toPath: toPath as unknown as (...texts: string[]) => string, length }]
  })

const hostile = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '../..',
    '..%2F..',
    '%2e%2e',
    'a/b',
    'a?b=c',
    'a#b',
    'a\\b',
    '//evil.example',
    ' ',
    '\n',
    '\0',
  ),
  fc.string({ unit: 'binary', minLength: 1 }),
)

test('[SAFE-01] encodes the arguments of every function in apiPaths, opsPaths and webPaths', () => {
  expect(functions.length).toBeGreaterThan(50)
  for (const { name, toPath, length } of functions) {
    const texts = Array.from({ length }, () => 'x')
    const harmless = new URL(toPath(...texts), origin)
    fc.assert(
      fc.property(hostile, fc.nat({ max: length - 1 }), (text, place) => {
        const url = new URL(toPath(...texts.with(place, text)), origin)
        expect([name, url.origin]).toEqual([name, origin])
        const [parts, expectedParts] = [url.pathname.split('/'), harmless.pathname.split('/')]
        expect([name, parts.length]).toEqual([name, expectedParts.length])
        // Only the segment with the text differs.
        expect(parts.filter((part, index) => part !== expectedParts[index]).length).toBeLessThanOrEqual(1)
        // The fragment keeps its prefix.
        expect([name, url.hash.slice(0, paidMark.length + 1)]).toEqual([name, harmless.hash && `#${paidMark}`])
        expect([...url.searchParams.keys()]).toEqual([...harmless.searchParams.keys()])
      }),
      { numRuns: 50 },
    )
  }
})

test('[SAFE-01] decodes any part to its text, except dot segments', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const { pathname } = new URL(pathOf`/orders/${text}/files`, origin)
      const part = decodeURIComponent(pathname.split('/')[2] ?? '')
      expect(part).toBe(text === '.' || text === '..' ? text.replaceAll('.', '%2E') : text)
    }),
  )
})

test("gives the router's pattern for the name of a parameter", () => {
  expect(apiPaths.uploadPageArrival(':pageId', ':uploadId')).toBe(
    '/api/webhooks/files/:pageId/uploads/:uploadId/arrival',
  )
})
