import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeIn } from './size-for-job-type.ts'
import { type Measure, type Size, sizeFromWire, sizeLabel, sizeToWire, unitsPerPage } from './units.ts'

const measures: Measure[] = ['Pages', 'Words', 'Slides', 'Minutes', 'Sources']
const pagesOf = (size: Size) => sizeIn('Pages', size).count
const anySize = fc.record({ count: fc.integer({ min: 0, max: 999_999 }), measure: fc.constantFrom(...measures) })

test('[PRICE-01] equates 1 page, 300 words, 1 slide, 60 minutes and 1 source', () => {
  expect(unitsPerPage).toEqual({ Pages: 1, Words: 300, Slides: 1, Minutes: 60, Sources: 1 })
})

test.each([
  [1, 1],
  [300, 1],
  [301, 2],
  [15_000, 50],
])('[PRICE-01][FLOW-06] converts %i words to %i pages, rounded up', (words, pages) => {
  expect(pagesOf({ count: words, measure: 'Words' })).toBe(pages)
})

test.each([
  [15, 1],
  [60, 1],
  [61, 2],
  [1440, 24],
])('[PRICE-01] converts %i minutes to %i pages, rounded up', (minutes, pages) => {
  expect(pagesOf({ count: minutes, measure: 'Minutes' })).toBe(pages)
})

test('[FLOW-06] converts pages to words and back unchanged', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      (pages) => pagesOf(sizeIn('Words', { count: pages, measure: 'Pages' })) === pages,
    ),
  )
})

test('[FLOW-06] converts words to enough pages, with less than a page to spare', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15_000 }), (words) => {
      const spareWords =
        sizeIn('Words', { count: pagesOf({ count: words, measure: 'Words' }), measure: 'Pages' }).count - words
      expect(spareWords).toBeGreaterThanOrEqual(0)
      expect(spareWords).toBeLessThan(300)
    }),
  )
})

test('[PRICE-07] writes "{count} {measure}" on the wire', () => {
  expect(sizeToWire({ count: 2, measure: 'Pages' })).toBe('2 Pages')
  expect(sizeToWire({ count: 125, measure: 'Minutes' })).toBe('125 Minutes')
})

test('[PRICE-07] reads a written size back unchanged, in any case', () => {
  fc.assert(
    fc.property(anySize, (size) => {
      const text = sizeToWire(size)
      expect(sizeFromWire(text)).toEqual(size)
      expect(sizeFromWire(text.toLowerCase())).toEqual(size)
      expect(sizeFromWire(text.toUpperCase())).toEqual(size)
    }),
  )
})

test.each([
  ['1 Page', { count: 1, measure: 'Pages' }],
  ['1 page', { count: 1, measure: 'Pages' }],
  ['300 word', { count: 300, measure: 'Words' }],
  ['1 SLIDE', { count: 1, measure: 'Slides' }],
  ['60 minute', { count: 60, measure: 'Minutes' }],
])('[PRICE-07] reads singular sizes: %s', (text, size) => {
  expect(sizeFromWire(text)).toEqual(size)
})

test.each([
  '',
  'Pages',
  '2',
  '2Pages',
  ' 2 Pages',
  '2 Pages ',
  '2  Pages',
  '2.5 Pages',
  '-2 Pages',
  '+2 Pages',
  '02 Pages',
  '1e3 Pages',
  '0x2 Pages',
  '1000000 Pages',
  '99999999999999999999 Pages',
  'NaN Pages',
  'Infinity Pages',
  '2 hours',
  '2 hours 5 minutes',
  '2 pagess',
  '2 constructor',
  '2 Pages\n',
  '٢ Pages',
])('[PRICE-07] refuses the size %j', (text) => {
  expect(sizeFromWire(text)).toBeUndefined()
})

test('[PRICE-07] reads any text without an exception', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const size = sizeFromWire(text)
      if (size !== undefined) expect(sizeToWire(size).toLowerCase()).toContain(text.toLowerCase().split(' ')[0])
    }),
  )
})

test.each([
  [1, 'Pages', '1 page'],
  [2, 'Pages', '2 pages'],
  [1500, 'Words', '1500 words'],
  [12, 'Slides', '12 slides'],
  [1, 'Sources', '1 source'],
  [45, 'Minutes', '45 minutes'],
  [1, 'Minutes', '1 minute'],
  [60, 'Minutes', '1 hour'],
  [61, 'Minutes', '1 hour 1 minute'],
  [120, 'Minutes', '2 hours'],
  [125, 'Minutes', '2 hours 5 minutes'],
  [1440, 'Minutes', '24 hours'],
  [0, 'Minutes', '0 minutes'],
] as const)('[PRICE-07] shows %i %s as "%s"', (count, measure, label) => {
  expect(sizeLabel({ count, measure })).toBe(label)
})
