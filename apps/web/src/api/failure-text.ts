import type { CallError } from '@nerdify/contract/error-body.ts'
import { frameTexts } from '../texts/frame.ts'

/** What a person reads about a failed call: the server's own sentence, or ours when there was no answer at all. */
export const failureText = ({ status, text }: CallError): string => (status === 0 ? frameTexts.noAnswer : text)
