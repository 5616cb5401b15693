import { expect, test } from 'vitest'
import { editFrom, editWith } from './use-edit.ts'

const inForce = { version: 'v1', cells: { name: 'Ada', rating: '4.85' } }

test('[DESK-05] keeps what was typed with the version it started from, until it equals what is in force', () => {
  const first = editWith({ typed: {}, key: 'k1' }, inForce, ['name', 'Adele'])
  expect(first).toEqual({ typed: { name: 'Adele' }, version: 'v1' })
  const later = { version: 'v2', cells: { ...inForce.cells, rating: '3' } }
  const second = editWith(first, later, ['rating', '4'])
  expect(second).toEqual({ typed: { name: 'Adele', rating: '4' }, version: 'v1' })
  expect(editFrom(JSON.stringify(second))).toMatchObject(second)
  const undone = editWith(editWith(second, later, ['name', 'Ada']), later, ['rating', '3'])
  expect(undone).toEqual({ typed: {} })
})

test.each(['', '{', '[]', '{"typed":{"name":7},"version":3}'])('[DESK-05] reads %j as no edit', (stored) => {
  expect(editFrom(stored)).toMatchObject({ typed: {} })
})
