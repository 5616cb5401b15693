import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'
import { expect, test } from 'vitest'
import { failureText, noAnswerText, ourTroubleText } from './failure-text.ts'

test('[API-01] a person reads the server’s sentence, and never a text for programs', () => {
  const read = (status: number, text: string) => failureText({ status, text, error_value: null })
  expect(read(422, 'Subject is too long.')).toBe('Subject is too long.')
  expect(read(0, 'Failed to fetch')).toBe(noAnswerText)
  expect(read(502, requestJsonErrorText)).toBe(ourTroubleText)
  expect(read(500, unknownErrorText)).toBe(ourTroubleText)
})
