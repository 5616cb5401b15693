import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { frameTexts } from '../texts/frame.ts'

const forPrograms: readonly string[] = [requestJsonErrorText, unknownErrorText]

/** The sentence about a failed call: the server's, or ours if there was no answer or a text for programs (API-01). */
export const failureText = ({ status, text }: CallError): string =>
  status === 0 ? frameTexts.noAnswer : forPrograms.includes(text) ? frameTexts.ourTrouble : text
