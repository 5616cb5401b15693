import type { CallError } from '@nerdify/contract/error-body.ts'
import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'

const unreachableText = 'We can’t reach Nerdify. Check your connection and try again.'
/** Offline the page's bar says so; a failure has only the next step (UI-08). */
const offlineText = 'Try again once you’re back online.'
export const serverErrorText = 'That didn’t work, and it’s on us. Please try again in a moment.'

/** The sentence about a call without an answer. */
export const noAnswerText = (): string => (navigator.onLine === false ? offlineText : unreachableText)

/** Whether a sentence is about a call without an answer, now or earlier. */
export const isNoAnswerText = (text: string | undefined): boolean => text === unreachableText || text === offlineText

/** Texts of failures that are for programs, not people. */
const technicalTexts: readonly string[] = [requestJsonErrorText, unknownErrorText]

/** The sentence about a failed call: the server's, or ours if there was no answer or only a technical text (API-01). */
export const failureText = ({ status, text }: CallError): string =>
  status === 0 ? noAnswerText() : technicalTexts.includes(text) ? serverErrorText : text
