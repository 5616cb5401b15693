import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { expect, test } from 'vitest'
import { failureText, noAnswerText, serverErrorText } from './failure-text.ts'

test('[API-01] shows the server’s sentence, and never a technical text', () => {
  const textOf = (status: number, text: string) => failureText({ status, text, error_value: null })
  expect(textOf(422, 'Subject is too long.')).toBe('Subject is too long.')
  expect(textOf(0, 'Failed to fetch')).toBe(noAnswerText)
  expect(textOf(502, requestJsonErrorText)).toBe(serverErrorText)
  expect(textOf(500, unknownErrorText)).toBe(serverErrorText)
})
