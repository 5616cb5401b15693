import type { CallError } from '@nerdify/contract/error-body.ts'
import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'

export const noAnswerText = 'We can’t reach Nerdify. Check your connection and try again.'
export const serverErrorText = 'That didn’t work, and it’s on us. Please try again in a moment.'

/** Texts of failures that are for programs, not people. */
const technicalTexts: readonly string[] = [requestJsonErrorText, unknownErrorText]

/** The sentence about a failed call: the server's, or ours if there was no answer or only a technical text (API-01). */
export const failureText = ({ status, text }: CallError): string =>
  status === 0 ? noAnswerText : technicalTexts.includes(text) ? serverErrorText : text
