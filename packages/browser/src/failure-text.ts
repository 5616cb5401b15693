import type { CallError } from '@nerdify/contract/error-body.ts'
import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'

const unreachableText = 'We can’t reach Nerdify. Check your connection and try again.'
/** The page's bar already says that the device is offline, so a failure adds only the next step (UI-08). */
const offlineText = 'Try again once you’re back online.'
export const serverErrorText = 'That didn’t work, and it’s on us. Please try again in a moment.'

/** The text for a call without an answer. */
export const noAnswerText = (): string => (navigator.onLine === false ? offlineText : unreachableText)

/** Whether a text is about a call without an answer, on- or offline. */
export const isNoAnswerText = (text: string | undefined): boolean => text === unreachableText || text === offlineText

/** Failure texts for programs, not people. */
const technicalTexts: readonly string[] = [requestJsonErrorText, unknownErrorText]

/** The text for a failed call: the server's, or ours after no answer or a technical text (API-01). */
export const failureText = ({ status, text }: CallError): string =>
  status === 0 ? noAnswerText() : technicalTexts.includes(text) ? serverErrorText : text
