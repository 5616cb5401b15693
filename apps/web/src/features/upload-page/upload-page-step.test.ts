import { expect, test } from 'vitest'
import { retryPauseMs, stepAfter, type UploadPageEvent, type UploadPageStep } from './upload-page-step.ts'

const after = (...events: UploadPageEvent[]) =>
  events.reduce<UploadPageStep>((step, event) => stepAfter(step, event), 'checking')

test('[UP-02] files lead to the list, success to the end, every other result to the failure', () => {
  expect(after('found')).toBe('choose')
  expect(after('found', 'files_chosen')).toBe('list')
  expect(after('found', 'files_chosen', 'sent')).toBe('done')
  expect(after('found', 'files_chosen', 'not_sent')).toBe('failed')
})

test('[UP-02] Back and Try again lead from the failure to the list, the end to the beginning', () => {
  expect(after('found', 'files_chosen', 'not_sent', 'back')).toBe('list')
  expect(after('found', 'files_chosen', 'not_sent', 'retry')).toBe('list')
  expect(retryPauseMs).toBe(2_000)
  expect(after('found', 'files_chosen', 'sent', 'send_more')).toBe('choose')
})

test('[UP-02] a first check without 200 ends on the missing page for good', () => {
  expect(after('not_found')).toBe('missing')
  expect(after('not_found', 'files_chosen', 'sent', 'back', 'retry')).toBe('missing')
})

test('[OPS-11] the page of a blocked client stays closed', () => {
  expect(after('blocked')).toBe('closed')
  expect(after('blocked', 'files_chosen', 'sent', 'back', 'retry')).toBe('closed')
})
