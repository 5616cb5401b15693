import { expect, test } from 'vitest'
import { keyValueStore } from '@nerdify/browser/browser-storage.ts'
import { fakeStorage } from '@nerdify/browser/testing/fake-storage.ts'
import { draftPrefix } from '../../storage/draft-prefix.ts'
import { completedPath, filterOf } from './filters.ts'
import { keptDrafts } from './kept-drafts.ts'

test('[CAB-01] the list shows active orders unless the address asks for completed ones', () => {
  expect(filterOf(undefined, null)).toBe('active')
  expect(filterOf(undefined, 'anything')).toBe('active')
  expect(filterOf(undefined, new URL(completedPath, 'http://product.test').searchParams.get('filter'))).toBe(
    'completed',
  )
})

test('[STATE-18] a paid status is paid or unpaid only', () => {
  expect(filterOf('paid', null)).toBe('paid')
  expect(filterOf('unpaid', null)).toBe('unpaid')
  for (const other of ['active', 'Paid', '', '__proto__']) expect(filterOf(other, null)).toBeUndefined()
})

test('[FLOW-17] the cabinet leads to each draft of the client’s own, by its job type', () => {
  const store = keyValueStore(() => fakeStorage())
  for (const key of ['ann.quiz', 'ann.writing', 'ann.order.7', 'bob.editing']) store.set(draftPrefix + key, '{}')
  expect(keptDrafts(store, 'ann')).toEqual([
    { name: 'Essay writing', path: '/neworder/writing' },
    { name: 'Quiz', path: '/neworder/quiz' },
  ])
  expect(keptDrafts(store, undefined)).toEqual([])
})
