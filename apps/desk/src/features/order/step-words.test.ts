import type { OrderEventName } from '@nerdify/domain/orders/order-progress.ts'
import { historyName } from '@nerdify/domain/staff/staff-name.ts'
import { afterEach, expect, test } from 'vitest'
import { noWords } from './order-steps.ts'
import { overtakenWords } from './meanwhile.ts'
import { forgetWords, keyOfPress, storeSeenEntries, type StepPlace, storedWords, storeWords } from './step-words.ts'

const place: StepPlace = { personId: 'cleo', orderId: 'order-1', step: 'decline_refund' }
const words = { ...noWords, tell: 'We checked it twice.', note: 'Seen by Joel' }

afterEach(() => forgetWords(place))

test('[DESK-02] keeps the words of a step for the person who typed them, until the step is done', () => {
  storeWords(place, words)
  expect(storedWords(place)).toEqual(words)
  expect(storedWords({ ...place, personId: 'lena' })).toEqual(noWords)
  expect(storedWords({ ...place, step: 'accept_refund' })).toEqual(noWords)
  forgetWords(place)
  expect(storedWords(place)).toEqual(noWords)
})

test('[API-11] repeats a press under its key, until its words or the order change', () => {
  const body = { event: 'decline_refund', tell: words.tell } as const
  storeWords(place, words)
  const key = keyOfPress(place, body, 3)
  storeWords(place, words)
  expect(keyOfPress(place, body, 3)).toBe(key)
  expect(keyOfPress(place, body, 4)).not.toBe(key)
  const later = keyOfPress(place, body, 4)
  expect(keyOfPress(place, { ...body, tell: 'Other words' }, 4)).not.toBe(later)
  expect(storedWords(place)).toEqual(words)
})

test('[DESK-07] others’ changes overtake words, which stay until they are discarded', () => {
  const entry = (author: string) => ({ event: 'extend_deadline', author, at: '2026-11-23T17:05:00.000Z', data: {} })
  const me = { personId: place.personId, name: 'Cleo' }
  const possible = ['decline_refund', 'accept_refund'] as const
  const overtaken = (events: ReturnType<typeof entry>[], shown: OrderEventName) =>
    overtakenWords({ id: place.orderId, events }, me, { shown, possible }).map(({ changes }) =>
      changes.map(({ author }) => author),
    )
  storeSeenEntries(place, 1)
  expect(overtaken([entry('Lena'), entry('Lena')], place.step)).toEqual([])
  storeWords(place, words)
  expect(overtaken([entry('Lena')], place.step)).toEqual([])
  expect(overtaken([entry('Lena'), entry(historyName('Cleo'))], place.step)).toEqual([])
  expect(overtaken([entry('Lena'), entry(historyName('Cleo')), entry('client'), entry('Lena')], place.step)).toEqual([
    ['client', 'Lena'],
  ])
  expect(overtaken([entry('Lena'), entry('Lena')], 'accept_refund')).toEqual([])
  expect(
    overtakenWords({ id: place.orderId, events: [entry('Lena'), entry('Lena')] }, me, {
      shown: undefined,
      possible: [],
    }),
  ).toHaveLength(1)
  expect(storedWords(place)).toEqual(words)
})
