import type { CallError } from '@nerdify/contract/error-body.ts'
import { unknownErrorText } from '@nerdify/contract/error-texts.ts'

/** Whether something thrown is a failed call of the API. */
export function isCallError(thrown: unknown): thrown is CallError {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && 'text' in thrown
}

/** What is refused here already, without asking the server, in words for the person. */
export const refusal = (text: string): CallError => ({ status: 422, text, error_value: null })

/** Anything thrown as a failed call: what it says of itself, else "Unknown error" (API-01). */
export function asCallError(thrown: unknown): CallError {
  if (isCallError(thrown)) return thrown
  const text = thrown instanceof Error && thrown.message !== '' ? thrown.message : unknownErrorText
  return { status: 0, text, error_value: null }
}

/**
 * Whether a failed write may have been carried out all the same, or may be on another try: there was no answer, it was
 * not the product's, or the server is busy. Any other failure is a refusal.
 */
export function outcomeUnknown({ status }: CallError): boolean {
  return status < 400 || status === 408 || status === 429 || status >= 500
}
