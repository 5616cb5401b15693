import { describe, expect, test } from 'vitest'
import { testModeKey } from './test-mode-key.ts'

describe('the key of the test mode', () => {
  test('accepts a test mode’s key, and no key at all', () => {
    expect(testModeKey(undefined)).toBeUndefined()
    expect(testModeKey('')).toBeUndefined()
    expect(testModeKey('sk_test_51Abc')).toBe('sk_test_51Abc')
  })

  test.each([
    ['a live one', 'sk_live_51Abc', 'not sk_live_…'],
    ['a restricted one', 'rk_test_51Abc', 'not rk_test_…'],
    ['a publishable one', 'pk_test_51Abc', 'not pk_test_…'],
    ['one with a line end', 'sk_test_51Abc\n', 'not sk_test_…'],
    ['a word', 'yes', 'sk_test_…'],
  ])('refuses %s, without its secret part', (_what, key, words) => {
    expect(() => testModeKey(key)).toThrow(words)
    expect(() => testModeKey(key)).not.toThrow('51Abc')
  })
})
