import { expect, test } from 'vitest'
import { checked } from '../../frame/use-edit.ts'
import { changeOf, creationOf, newNerdCells } from './nerd-form.ts'

test('[DESK-05] sends only the typed fields of a Nerd: subjects as a list, a blank e-mail as none', () => {
  expect(changeOf({ subjects: ' Law, History,,Law ', email: ' ' })).toEqual({
    subjects: ['Law', 'History'],
    email: null,
  })
  expect(changeOf({ active: '', rating: '4.85' })).toEqual({ active: false, rating: 4.85 })
  expect(creationOf({ ...newNerdCells, name: 'Ada', rating: '4', active: checked })).toEqual({
    name: 'Ada',
    rating: 4,
    email: null,
    subjects: [],
    active: true,
  })
})
