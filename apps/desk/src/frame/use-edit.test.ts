import { expect, test } from 'vitest'
import { editAfterSave, editFrom, editWith } from './use-edit.ts'

const stored = { version: 'v1', cells: { name: 'Ada', rating: '4.85' } }

test('[DESK-05] keeps typed changes with their base version, until they equal the stored values', () => {
  const first = editWith({ typed: {}, key: 'k1' }, stored, ['name', 'Adele'])
  expect(first).toEqual({ typed: { name: 'Adele' }, version: 'v1' })
  const later = { version: 'v2', cells: { ...stored.cells, rating: '3' } }
  const second = editWith(first, later, ['rating', '4'])
  expect(second).toEqual({ typed: { name: 'Adele', rating: '4' }, version: 'v1' })
  expect(editFrom(JSON.stringify(second))).toMatchObject(second)
  const undone = editWith(editWith(second, later, ['name', 'Ada']), later, ['rating', '3'])
  expect(undone).toEqual({ typed: {} })
})

test('[DESK-05][DESK-07] a save drops the changes that it sent, and keeps those typed meanwhile', () => {
  const { cells } = stored
  const sent = { name: 'Adele', rating: '4' }
  const press = { typed: sent, version: 'v1', key: 'k1' }
  expect(editAfterSave(press, sent, cells)).toEqual({ typed: {} })
  const other = editWith(press, { version: 'v1', cells: { ...cells, email: '' } }, ['email', 'ada@example.com'])
  expect(editAfterSave(other, sent, cells)).toEqual({ typed: { email: 'ada@example.com' } })
  const same = editWith(press, stored, ['name', 'Adela'])
  expect(editAfterSave(same, sent, cells)).toEqual({ typed: { name: 'Adela' } })
  // Typed back to the former value, which is no longer the one in force.
  const undone = editWith(press, stored, ['name', 'Ada'])
  expect(editAfterSave(undone, sent, cells)).toEqual({ typed: { name: 'Ada' } })
})

test.each(['', '{', '[]', '{"typed":{"name":7},"version":3}'])('[DESK-05] reads %j as no edit', (text) => {
  expect(editFrom(text)).toMatchObject({ typed: {} })
})
