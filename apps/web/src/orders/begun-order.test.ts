import { defaultChoices, withChoice } from '@nerdify/domain/pricing/start-choices.ts'
import { expect, test } from 'vitest'
import { begunOrderIn, begunOrderOf, choicesOf } from './begun-order.ts'

test('[DOOR-02] the choices, and nothing else, survive the history entry unchanged', () => {
  const choices = withChoice(defaultChoices, { jobType: 'presentation', size: '7 Slides', hours: 48 })
  // An older version also kept words, and the key of files.
  const older = { details: 'Seven slides on tides', begunFiles: 'a set' }
  const begun = begunOrderIn(structuredClone({ begun: { ...begunOrderOf(choices), ...older } }))
  expect(begun).toEqual({ jobType: 'presentation', size: '7 Slides', deadline: { hours: 48 } })
  expect(begun && choicesOf(begun)).toEqual(choices)
  for (const state of [
    null,
    'text',
    {},
    { begun: null },
    { begun: { jobType: 'essay', size: '1 Pages', deadline: { hours: 3 } } },
  ]) {
    expect(begunOrderIn(state)).toBeUndefined()
  }
})
