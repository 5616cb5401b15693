import { describe, expect, test } from 'vitest'
import { keyValueStore } from './browser-storage.ts'
import { fakeStorage } from './testing/fake-storage.ts'

describe('keyValueStore', () => {
  test('stores values, lists keys by prefix and removes them', () => {
    const store = keyValueStore(() => fakeStorage())
    store.set('a.1', 'one')
    store.set('a.2', 'two')
    store.set('b', 'three')
    expect(store.get('a.1')).toBe('one')
    expect(store.keys('a.')).toEqual(['a.1', 'a.2'])
    store.remove('a.1')
    expect(store.get('a.1')).toBeUndefined()
    expect(store.keys('a.')).toEqual(['a.2'])
  })

  test.each([
    ['does not exist', () => undefined],
    [
      'is blocked',
      (): Storage => {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
    ['is full', () => fakeStorage({ full: true })],
  ])('works in memory if the storage %s', (_, open) => {
    const store = keyValueStore(open)
    store.set('a', 'one')
    expect(store.get('a')).toBe('one')
    expect(store.keys('')).toEqual(['a'])
    store.remove('a')
    expect(store.get('a')).toBeUndefined()
  })
})
