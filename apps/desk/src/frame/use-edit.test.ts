import { expect, test } from 'vitest'
import { editAfterSave, editFrom, editWith } from './use-edit.ts'

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

test('[DESK-05][DESK-07] a save drops what it sent, and keeps what was typed while it was under way', () => {
  const { cells } = inForce
  const sent = { name: 'Adele', rating: '4' }
  const press = { typed: sent, version: 'v1', key: 'k1' }
  expect(editAfterSave(press, sent, cells)).toEqual({ typed: {} })
  const other = editWith(press, { version: 'v1', cells: { ...cells, email: '' } }, ['email', 'ada@example.com'])
  expect(editAfterSave(other, sent, cells)).toEqual({ typed: { email: 'ada@example.com' } })
  const same = editWith(press, inForce, ['name', 'Adela'])
  expect(editAfterSave(same, sent, cells)).toEqual({ typed: { name: 'Adela' } })
  // Typed back to the former value, which is no longer the one in force.
  const undone = editWith(press, inForce, ['name', 'Ada'])
  expect(editAfterSave(undone, sent, cells)).toEqual({ typed: { name: 'Ada' } })
})

test.each(['', '{', '[]', '{"typed":{"name":7},"version":3}'])('[DESK-05] reads %j as no edit', (stored) => {
  expect(editFrom(stored)).toMatchObject({ typed: {} })
})
