import { type Static, Type } from 'typebox'
import { landing } from './newcomers.ts'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/** The ways to prove who one is (API-02). */
export const Factor = oneOf(['phone', 'email', 'code', 'key'])
export type Factor = Static<typeof Factor>

const Nonce = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))
const FactorValue = Type.String({ minLength: 1, maxLength: 320 })

/**
 * `request_code`: sends a code to a phone, or a link to an e-mail; answered by {@link RequestCodeAnswer}.
 * - The value of an expired link (factor `code` or `key`) sends a new link to where the old one went.
 * - `next`: the path of this site that the link leads to (AUTH-11).
 * - With a session's token, the masked phone or e-mail that `/me` shows means the real one (SAFE-03).
 */
export const RequestCode = closed({
  type: Type.Literal('request_code'),
  factor: Factor,
  value: FactorValue,
  next: Type.Optional(Type.String({ maxLength: 20_000 })),
  /**
   * For a phone that of an earlier sign-in of this browser: it shows that the number has signed in from here before
   * (SAFE-14). For an e-mail, or the `code` of a mailed link, one that the browser made: the link signs in there without a
   * press (AUTH-10).
   */
  nonce: Nonce,
})
export type RequestCode = Static<typeof RequestCode>

/**
 * `check_code`: exchanges what was sent for a session; answered by {@link CheckCodeAnswer}, 422 when it is wrong.
 * - `phone` (which may be masked) goes with its `code`; for the factors `code` and `key` the value is enough.
 * - `ask_to_switch`: a link is not used before a person agrees: one of another account than the bearer token's, answered by
 *   {@link SwitchAnswer} (SAFE-05), and a mailed one outside of the browser that asked for it, by {@link PressAnswer}.
 * - `order_id` is the order in the address of a rating link; only old keys do not name it themselves (SAFE-03).
 * - `landing`, `landing_query`: the page by which this browser came in, and its query. A newcomer's first sign-in binds them,
 *   with the share code in `?ref=…` (REF-04).
 */
export const CheckCode = closed({
  type: Type.Literal('check_code'),
  timezone_str: Type.Optional(Type.String({ maxLength: 64 })),
  factor: Factor,
  value: FactorValue,
  code: Type.Optional(Type.String({ maxLength: 128 })),
  /** For a phone what `request_code` answered: with it nobody else's wrong codes end this one (SAFE-14). */
  nonce: Nonce,
  order_id: Type.Optional(Type.String({ maxLength: 64 })),
  ask_to_switch: Type.Optional(Type.Boolean()),
  ...landing,
})
export type CheckCode = Static<typeof CheckCode>

/** `sign_out`: end the session that the bearer token names; never 401 or 403 (AUTH-23). */
const SignOut = closed({ type: Type.Literal('sign_out') })

/** Every body of the sign-in call (API-02). */
export const FactorAuthBody = Type.Union([RequestCode, CheckCode, SignOut])
export type FactorAuthBody = Static<typeof FactorAuthBody>

/**
 * `ok` tells whether a message was sent, false for an e-mail that nobody has (AUTH-09); `resend_after` is in seconds,
 * `expires_at` is ISO 8601.
 */
export const RequestCodeAnswer = Type.Object({
  ok: Type.Boolean(),
  /** Goes back with the code of a phone, and is kept by the browser that it signed in (SAFE-14). */
  nonce: Type.Optional(Type.String()),
  resend_after: Type.Optional(Type.Integer()),
  expires_at: Type.Optional(Type.String()),
})
export type RequestCodeAnswer = Static<typeof RequestCodeAnswer>

/** The token of the new session. */
export const CheckCodeAnswer = Type.Object({ jwt: Type.String() })
export type CheckCodeAnswer = Static<typeof CheckCodeAnswer>

/**
 * Where a client is signed in (SAFE-04): `since` is ISO 8601, `browser` is like "Safari on iPhone", `country` an ISO code; either
 * is null where it is unknown. `current` is the session that asks.
 */
export const OpenSessions = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      since: Type.String(),
      browser: Nullable(Type.String()),
      country: Nullable(Type.String()),
      current: Type.Boolean(),
    }),
  ),
})
export type OpenSessions = Static<typeof OpenSessions>

/**
 * A link that would change the account that is signed in, and was not used (SAFE-05): the two accounts as their owners know
 * them, "•••0103"; null for one without phone and e-mail.
 */
export const SwitchAnswer = Type.Object({
  switches: Type.Object({ from: Nullable(Type.String()), to: Nullable(Type.String()) }),
})
export type SwitchAnswer = Static<typeof SwitchAnswer>

/**
 * A mailed link that waits for a press (AUTH-10): whom it signs in, masked as in {@link SwitchAnswer}. A mail scanner that
 * runs scripts presses nothing.
 */
export const PressAnswer = Type.Object({ press: Type.Object({ to: Nullable(Type.String()) }) })
export type PressAnswer = Static<typeof PressAnswer>
