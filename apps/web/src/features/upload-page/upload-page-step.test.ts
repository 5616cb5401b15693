import { expect, test } from 'vitest'
import { retryPauseMs, stepAfter, type UploadPageEvent, type UploadPageStep } from './upload-page-step.ts'

const after = (...events: UploadPageEvent[]) =>
  events.reduce<UploadPageStep>((step, event) => stepAfter(step, event), 'checking')

test('[UP-02] files lead to the list, success to the end, anything else to the failure', () => {
  expect(after('found')).toBe('choose')
  expect(after('found', 'files_chosen')).toBe('list')
  expect(after('found', 'files_chosen', 'sent')).toBe('done')
  expect(after('found', 'files_chosen', 'not_sent')).toBe('failed')
})

test('[UP-02] the failure leads back to the list by Back and by Try again, the end to the beginning', () => {
  expect(after('found', 'files_chosen', 'not_sent', 'back')).toBe('list')
  expect(after('found', 'files_chosen', 'not_sent', 'retry')).toBe('list')
  expect(retryPauseMs).toBe(2_000)
  expect(after('found', 'files_chosen', 'sent', 'send_more')).toBe('choose')
})

test('[UP-02] a first check that is not 200 ends on the missing page, whatever happens then', () => {
  expect(after('not_found')).toBe('missing')
  expect(after('not_found', 'files_chosen', 'sent', 'back', 'retry')).toBe('missing')
})
