import { expect, test } from 'vitest'
import { wordsForNerd } from './words-for-nerd.ts'

const words = (text: string, { name = 'Mary-Ann O. Lee' as string | null, amounts = [4_800, 107_726] } = {}) =>
  wordsForNerd(text, { phones: () => [], name, amounts })

test.each([
  ['Thanks, mary-ann o. lee!', 'Thanks, [name hidden]!'],
  ['MARY-ANN wrote; Lee, too', '[name hidden] wrote; [name hidden], too'],
  ['A sleeve of Leeds', 'A sleeve of Leeds'],
  ['I pay $48 or $48.00 or 48 dollars', 'I pay [price hidden] or [price hidden] or [price hidden]'],
  ['$1,077.26, 1077.26 and $ 1077.26', '[price hidden], [price hidden] and [price hidden]'],
  ['48 pages, $48.50, $480, $1,048', '48 pages, $48.50, $480, $1,048'],
  ['Mail mary@example.com', 'Mail [e-mail hidden]'],
])('[OPS-14] hides name, price and address in "%s"', (text, shown) => {
  expect(words(text)).toBe(shown)
})

test('[OPS-14] keeps the words if name and price are unknown or empty', () => {
  expect(words('All of it (.*) for $0', { name: null, amounts: [0] })).toBe('All of it (.*) for $0')
  expect(words('What? (.*)', { name: ' ' })).toBe('What? (.*)')
  expect(words('Ask (a.b+) now', { name: '(a.b+)' })).toBe('Ask [name hidden] now')
})
