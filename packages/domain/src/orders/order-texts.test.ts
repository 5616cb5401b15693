import { expect, test } from 'vitest'
import { serviceUnavailableTexts } from './additional-services.ts'
import { detailsMissingText, subjectMissingText } from './order-texts.ts'

test('[FLOW-05] has a text for a missing subject', () => {
  expect(subjectMissingText).toBe('Please choose subject from the list')
})

test('[FLOW-27] has a text for an unavailable service', () => {
  expect(`${serviceUnavailableTexts.title} ${serviceUnavailableTexts.text.search}`).toBe(
    'Oops! We are really sorry. We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.',
  )
})

test('[FLOW-21] names both ways out of missing details', () => {
  expect(detailsMissingText).toMatch(/describe.*or attach/)
})
