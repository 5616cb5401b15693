import { requestJsonErrorText, unknownErrorText } from '@nerdify/contract/error-texts.ts'
import type { CallError } from '@nerdify/contract/error-body.ts'
import { frameTexts } from '../texts/frame.ts'

const forPrograms: readonly string[] = [requestJsonErrorText, unknownErrorText]

/**
 * What a person reads about a failed call: the server's own sentence, ours when there was no answer at all or one that
 * is made for programs (API-01).
 */
export const failureText = ({ status, text }: CallError): string =>
  status === 0 ? frameTexts.noAnswer : forPrograms.includes(text) ? frameTexts.ourTrouble : text
