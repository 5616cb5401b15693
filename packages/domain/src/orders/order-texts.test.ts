import { expect, test } from 'vitest'
import { serviceUnavailableTexts } from './additional-services.ts'
import { detailsMissingText, subjectMissingText } from './order-texts.ts'

test('[FLOW-05] a missing subject has its text', () => {
  expect(subjectMissingText).toBe('Please choose subject from the list')
})

test('[FLOW-27] a service that comes too late has its text', () => {
  expect(`${serviceUnavailableTexts.title} ${serviceUnavailableTexts.text}`).toBe(
    'Oops! We are really sorry. We wish we could add it, but this extra service is unavailable, as we have already found a Nerd for your task.',
  )
})

test('[FLOW-21] the text for missing details names both ways out', () => {
  expect(detailsMissingText).toMatch(/describe.*or attach/)
})
