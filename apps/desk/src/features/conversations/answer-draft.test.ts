import { expect, test } from 'vitest'
import { draftFrom } from './answer-draft.ts'

test('[DESK-04] a stored answer comes back with its author, words, files, key and address', () => {
  const draft = { as: 'nerd', text: 'Soon', files: [{ id: 'f1', name: 'a.pdf', size: 5 }], key: 'k1', to: 'm1' }
  expect(draftFrom(JSON.stringify(draft))).toEqual(draft)
})

test('[DESK-04] an absent or broken stored answer is an empty one of support', () => {
  const empty = { as: 'support', text: '', files: [] }
  for (const stored of [undefined, '', '{', 'null', '7', '{"as":"x","text":3,"files":"no","key":1,"to":1}'])
    expect(draftFrom(stored)).toEqual(empty)
  expect(draftFrom('{"files":[null,{"id":"f1"}],"text":"Kept"}')).toEqual({ ...empty, text: 'Kept' })
})
