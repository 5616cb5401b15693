import type { CallError } from '@nerdify/contract/error-body.ts'
import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'

export const noAnswerText = 'We can’t reach Nerdify. Check your connection and try again.'
export const ourTroubleText = 'That didn’t work, and it’s on us. Please try again in a moment.'

const forPrograms: readonly string[] = [requestJsonErrorText, unknownErrorText]

/** The sentence about a failed call: the server's, or ours if there was no answer or a text for programs (API-01). */
export const failureText = ({ status, text }: CallError): string =>
  status === 0 ? noAnswerText : forPrograms.includes(text) ? ourTroubleText : text
