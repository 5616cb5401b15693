import { expect, test } from 'vitest'
import { serviceUnavailableTexts } from './additional-services.ts'
import { detailsMissingText, subjectMissingText } from './order-texts.ts'

test('[FLOW-05] the text for a missing subject', () => {
  expect(subjectMissingText).toBe('Please choose subject from the list')
})

test('the text for a service that comes too late (text of FLOW-27)', () => {
  expect(`${serviceUnavailableTexts.title} ${serviceUnavailableTexts.text}`).toBe(
    'Oops! We are really sorry. We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.',
  )
})

test('the text for missing details (text of FLOW-21) names both ways out', () => {
  expect(detailsMissingText).toMatch(/describe.*or attach/)
})
