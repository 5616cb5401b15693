import { type Static, Type } from 'typebox'

/**
 * The body of every failed call (API-01). `text` is a sentence for people, `error_value` names what was wrong
 * (a field, or the value that a sentence needs), `error_type` is for programs.
 */
export const ErrorBody = Type.Object({
  text: Type.String(),
  error_value: Type.Union([Type.String(), Type.Number(), Type.Null()]),
  error_type: Type.Optional(Type.String()),
})
export type ErrorBody = Static<typeof ErrorBody>

/** What a failed call becomes in the browser: the body with its status; 0 stands for no answer at all. */
export type CallError = ErrorBody & { status: number }
