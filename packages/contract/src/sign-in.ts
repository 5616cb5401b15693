import { type Static, Type } from 'typebox'

/** The ways to prove who one is (API-02). */
export const Factor = Type.Union([
  Type.Literal('phone'),
  Type.Literal('email'),
  Type.Literal('code'),
  Type.Literal('key'),
])
export type Factor = Static<typeof Factor>

const FactorValue = Type.String({ minLength: 1, maxLength: 320 })

/**
 * `request_code`: send a code to a phone, or a link to an e-mail; with the value of a link that no longer works (factor
 * `code` or `key`), send a new one to where it went. `next` is where the link leads, a path of this site (AUTH-11).
 * Answered by {@link RequestCodeAnswer}.
 */
export const RequestCode = Type.Object(
  {
    type: Type.Literal('request_code'),
    factor: Factor,
    value: FactorValue,
    next: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  { additionalProperties: false },
)
export type RequestCode = Static<typeof RequestCode>

/**
 * `check_code`: exchange what was sent for a session; answered by {@link CheckCodeAnswer}, 422 when it is wrong. A phone
 * goes with its `code`; for the factors `code` and `key` the value is all.
 */
export const CheckCode = Type.Object(
  {
    type: Type.Literal('check_code'),
    timezone_str: Type.Optional(Type.String({ maxLength: 64 })),
    factor: Factor,
    value: FactorValue,
    code: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { additionalProperties: false },
)
export type CheckCode = Static<typeof CheckCode>

/** `sign_out`: end the session that the bearer token names; never 401 or 403 (AUTH-23). */
export const SignOut = Type.Object({ type: Type.Literal('sign_out') }, { additionalProperties: false })
export type SignOut = Static<typeof SignOut>

/** Every body of the sign-in call (API-02). */
export const FactorAuthBody = Type.Union([RequestCode, CheckCode, SignOut])
export type FactorAuthBody = Static<typeof FactorAuthBody>

/** `ok` tells whether a message was sent, false for an e-mail that nobody has (AUTH-09); `resend_after` is in seconds, `expires_at` is ISO 8601. */
export const RequestCodeAnswer = Type.Object({
  ok: Type.Boolean(),
  resend_after: Type.Optional(Type.Integer()),
  expires_at: Type.Optional(Type.String()),
})
export type RequestCodeAnswer = Static<typeof RequestCodeAnswer>

/** The token of the new session. */
export const CheckCodeAnswer = Type.Object({ jwt: Type.String() })
export type CheckCodeAnswer = Static<typeof CheckCodeAnswer>

/** Signing out always succeeds (AUTH-23). */
export const SignOutAnswer = Type.Object({ ok: Type.Boolean() })
