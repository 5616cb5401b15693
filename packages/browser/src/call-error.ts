import type { CallError } from '@nerdify/contract/error-body.ts'
import { unknownErrorText } from '@nerdify/contract/error-texts.ts'

/** Whether a thrown value is a failed API call. */
export function isCallError(thrown: unknown): thrown is CallError {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && 'text' in thrown
}

/** A refusal by the browser itself; the screen shows its text. */
export const refusal = (text: string): CallError => ({ status: 422, text, error_value: null })

/** Converts any thrown value to a failed call; without a text, to "Unknown error" (API-01). */
export function asCallError(thrown: unknown): CallError {
  if (isCallError(thrown)) return thrown
  const text = thrown instanceof Error && thrown.message !== '' ? thrown.message : unknownErrorText
  return { status: 0, text, error_value: null }
}

/**
 * Whether the server may have carried out a failed write, or may accept a retry: no answer, an answer from
 * something other than the product, or a busy server. Any other failure is a refusal.
 */
export function outcomeUnknown({ status }: CallError): boolean {
  return status < 400 || status === 408 || status === 429 || status >= 500
}
