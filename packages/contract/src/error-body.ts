import { type Static, Type } from 'typebox'

/**
 * The body of every failed call (API-01). `text` is a sentence for people, `error_value` names the cause (a field, or
 * the value in the sentence), `error_type` is for programs.
 */
export const ErrorBody = Type.Object({
  text: Type.String(),
  error_value: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  error_type: Type.Optional(Type.String()),
})
export type ErrorBody = Static<typeof ErrorBody>

/** A failed call in the browser: the body with its status; status 0 if no answer arrived. */
export type CallError = ErrorBody & { status: number }
