import type { CallError } from '@nerdify/contract/error-body.ts'
import { unknownErrorText } from '@nerdify/contract/error-texts.ts'

/** Whether something thrown is a failed call of the API. */
export function isCallError(thrown: unknown): thrown is CallError {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && 'text' in thrown
}

/** Anything thrown as a failed call: what it says of itself, else "Unknown error" (API-01). */
export function asCallError(thrown: unknown): CallError {
  if (isCallError(thrown)) return thrown
  const text = thrown instanceof Error && thrown.message !== '' ? thrown.message : unknownErrorText
  return { status: 0, text, error_value: null }
}
