import { expect, test } from 'vitest'
import { queryOf, searchWith } from './queue-query.ts'

test('[DESK-01] reads the filter from the address, and nothing that the queue does not know', () => {
  expect(queryOf(new URLSearchParams('kind=work&turn=nerd&late=true&staff=me&top_nerd=true&q=war&page=2'))).toEqual({
    kind: 'work',
    turn: 'nerd',
    late: 'true',
    staff: 'me',
    top_nerd: 'true',
    q: 'war',
  })
  expect(queryOf(new URLSearchParams('kind=nothing&turn=me&late=yes&top_nerd=no&q='))).toEqual({})
})

test('[DESK-01] writes a changed filter into the address and keeps the others', () => {
  expect(searchWith({ kind: 'work', late: 'true' }, { kind: undefined, q: 'civil war' })).toBe('?late=true&q=civil+war')
  expect(searchWith({ kind: 'work' }, { kind: undefined })).toBe('')
})
