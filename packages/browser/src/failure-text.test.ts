import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { expect, test, vi } from 'vitest'
import { failureText, isNoAnswerText, serverErrorText } from './failure-text.ts'

test('[API-01] shows the server’s text, and never a technical one', () => {
  const textOf = (status: number, text: string) => failureText({ status, text, error_value: null })
  expect(textOf(422, 'Subject is too long.')).toBe('Subject is too long.')
  expect(textOf(0, 'Failed to fetch')).toBe('We can’t reach Nerdify. Check your connection and try again.')
  expect(textOf(502, requestJsonErrorText)).toBe(serverErrorText)
  expect(textOf(500, unknownErrorText)).toBe(serverErrorText)
})

test('[UI-08][EASE-12] shows only the next step offline, because the page’s bar already says so', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const text = failureText({ status: 0, text: 'Failed to fetch', error_value: null })
  vi.unstubAllGlobals()
  expect(text).toBe('Try again once you’re back online.')
  expect(isNoAnswerText(text)).toBe(true)
  expect(isNoAnswerText(serverErrorText)).toBe(false)
})
