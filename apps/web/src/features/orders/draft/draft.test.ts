import { expect, test } from 'vitest'
import { keyValueStore } from '@nerdify/browser/browser-storage.ts'
import { fakeStorage } from '@nerdify/browser/testing/fake-storage.ts'
import { type Draft, draftFromText, draftToText, rebaseDraft } from './draft.ts'
import { createDraftStore } from './draft-store.ts'

const full: Draft = {
  subject: 'History',
  size: { count: 3, measure: 'Pages' },
  deadline: { date: { year: 2026, month: 12, day: 1 } },
  details: 'Weigh the causes.\n"Quoted", emoji 📚',
  detailsFrom: 3,
  choicesFrom: 4,
  overtakenDetails: 'Weigh them.',
  email: 'alex@example.com',
  services: ['top_writer'],
  creation: { key: 'k-1', body: { type: 'Essay (writing)', size: '3 Pages' } },
}

const someStorage = () => {
  const kept = fakeStorage()
  return { kept, store: keyValueStore(() => kept) }
}

test('[FLOW-17] every typed and chosen value is restored', () => {
  expect(draftFromText(draftToText(full))).toEqual(full)
  expect(draftFromText(draftToText({ deadline: { hours: 24 } }))).toEqual({ deadline: { hours: 24 } })
})

test('[FLOW-17] an outdated draft keeps its valid parts', () => {
  expect(draftFromText(undefined)).toEqual({})
  expect(draftFromText('not json')).toEqual({})
  expect(draftFromText('[1]')).toEqual({})
  const odd = { subject: 7, size: '2 Furlongs', deadline: { date: { year: 2026, month: 13, day: 1 } }, details: 'kept' }
  expect(draftFromText(JSON.stringify(odd))).toEqual({ details: 'kept' })
})

test('[FLOW-18] an order’s draft moves to a newer version by the same client’s own change only', () => {
  const draft: Draft = { details: 'typed', detailsFrom: 3, size: { count: 300, measure: 'Pages' }, choicesFrom: 3 }
  expect(rebaseDraft(draft, { details: 'typ' }, 5)).toEqual({ ...draft, detailsFrom: 5 })
  expect(rebaseDraft(draft, { deadline: 'later' }, 5)).toEqual({ ...draft, choicesFrom: 5 })
  expect(rebaseDraft(draft, { files: [] }, 5)).toBe(draft)
  expect(rebaseDraft({ email: 'a@b.cc' }, { details: 'typ', size: '2 Pages' }, 5)).toEqual({ email: 'a@b.cc' })
})

test('[FLOW-17] each change is written at once, so that a closed tab loses nothing (ux 17)', () => {
  const { kept, store } = someStorage()
  const drafts = createDraftStore(store)
  drafts.change('d', { subject: 'History' })
  drafts.change('d', { details: 'Weigh the causes.' })
  expect(createDraftStore(store).read('d')).toEqual({ subject: 'History', details: 'Weigh the causes.' })
  drafts.change('d', { subject: undefined, details: undefined })
  expect(kept.getItem('d')).toBeNull()
})

test('[FLOW-17] drafts are separate by key, and one that became an order is gone', () => {
  const drafts = createDraftStore(someStorage().store)
  drafts.change('dana.writing', { subject: 'History' })
  drafts.change('dana.quiz', { subject: 'Physics' })
  drafts.clear('dana.writing')
  expect(drafts.read('dana.writing')).toEqual({})
  expect(drafts.read('dana.quiz')).toEqual({ subject: 'Physics' })
})

test('[FLOW-17] a draft that another tab changed is read again', () => {
  const { kept, store } = someStorage()
  let hear: (event: { key: string | null }) => void = () => {}
  const events = { addEventListener: (_: string, listener: typeof hear) => (hear = listener) }
  const drafts = createDraftStore(store, events as unknown as Window)
  const versions: Draft[] = []
  drafts.subscribe(() => versions.push(drafts.read('d')))
  drafts.change('d', { subject: 'History' })
  kept.setItem('d', draftToText({ subject: 'Physics' }))
  hear({ key: 'd' })
  expect(versions).toEqual([{ subject: 'History' }, { subject: 'Physics' }])
})

test('(ux 17) a draft from before the page load differs from one begun on it', () => {
  const { store } = someStorage()
  const before = createDraftStore(store)
  before.change('d', { subject: 'History' })
  expect(before.isRestored('d')).toBe(false)
  const after = createDraftStore(store)
  expect(after.isRestored('d')).toBe(true)
  after.change('d', { details: 'Weigh the causes.' })
  expect(after.isRestored('d')).toBe(true)
  after.dismissNotice('d')
  expect(after.isRestored('d')).toBe(false)
  expect(after.read('d')).toEqual({ subject: 'History', details: 'Weigh the causes.' })
  after.clear('d')
  after.change('d', { subject: 'Physics' })
  expect(after.isRestored('d')).toBe(false)
})

test('[AUTH-23] a sign-out empties the tab’s cache', () => {
  const { kept, store } = someStorage()
  const drafts = createDraftStore(store)
  drafts.change('d', { details: 'private' })
  kept.clear()
  drafts.forgetAll()
  expect(drafts.read('d')).toEqual({})
})
