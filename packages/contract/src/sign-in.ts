import { type Static, Type } from 'typebox'
import { landing } from './newcomers.ts'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/** The factors of sign-in (API-02). */
export const Factor = oneOf(['phone', 'email', 'code', 'key'])
export type Factor = Static<typeof Factor>

const Nonce = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))
const FactorValue = Type.String({ minLength: 1, maxLength: 320 })

/**
 * `request_code`: sends a code to a phone, or a link to an e-mail; answered by {@link RequestCodeAnswer}.
 * - The value of an expired link (factor `code` or `key`) sends a new link to the same recipient.
 * - `next`: the path of this site that the link opens (AUTH-11).
 * - `begin`: a new phone gets its account first (DOOR-02).
 * - With a session's token, the masked phone or e-mail of `/me` means the real one (SAFE-03).
 */
export const RequestCode = closed({
  type: Type.Literal('request_code'),
  factor: Factor,
  value: FactorValue,
  next: Type.Optional(Type.String({ maxLength: 20_000 })),
  begin: Type.Optional(Type.Literal(true)),
  /**
   * For a phone, the nonce of an earlier sign-in of this browser: it proves that the number signed in here before
   * (SAFE-14). For an e-mail, or the `code` of a mailed link, the browser's own nonce: the link signs in there without
   * a press (AUTH-10).
   */
  nonce: Nonce,
})
export type RequestCode = Static<typeof RequestCode>

/**
 * `check_code`: exchanges a code or link for a session; answered by {@link CheckCodeAnswer}, or 422 if wrong.
 * - `phone` (which may be masked) goes with its `code`; the factors `code` and `key` need only the value.
 * - `ask_to_switch`: a person must agree before a link takes effect: if it belongs to another account than the bearer
 * token's, the answer is {@link SwitchAnswer} (SAFE-05); if a mailed link opens outside of the browser that requested
 * it, {@link PressAnswer}.
 * - `order_id` is the order in the address of a rating link; only old keys need it (SAFE-03).
 * - `landing`, `landing_query`: the page by which this browser arrived, and its query. A newcomer's first sign-in
 * stores them, with the share code in `?ref=…` (REF-04).
 */
export const CheckCode = closed({
  type: Type.Literal('check_code'),
  timezone_str: Type.Optional(Type.String({ maxLength: 64 })),
  factor: Factor,
  value: FactorValue,
  code: Type.Optional(Type.String({ maxLength: 128 })),
  /** For a phone, the nonce from `request_code`: it keeps other people's wrong codes from ending this one (SAFE-14). */
  nonce: Nonce,
  order_id: Type.Optional(Type.String({ maxLength: 64 })),
  ask_to_switch: Type.Optional(Type.Boolean()),
  ...landing,
})
export type CheckCode = Static<typeof CheckCode>

/** `sign_out`: ends the session of the bearer token; never 401 or 403 (AUTH-23). */
const SignOut = closed({ type: Type.Literal('sign_out') })

/** Every body of the sign-in call (API-02). */
export const FactorAuthBody = Type.Union([RequestCode, CheckCode, SignOut])
export type FactorAuthBody = Static<typeof FactorAuthBody>

/**
 * `ok` is whether a message was sent, false for an unknown e-mail (AUTH-09); `resend_after` is in seconds, `expires_at`
 * is ISO 8601.
 */
export const RequestCodeAnswer = Type.Object({
  ok: Type.Boolean(),
  /** Returned with the code of a phone; the browser that signed in stores it (SAFE-14). */
  nonce: Type.Optional(Type.String()),
  resend_after: Type.Optional(Type.Integer()),
  expires_at: Type.Optional(Type.String()),
  /** Nobody has signed in to the account yet (DOOR-02). */
  is_new: Type.Optional(Type.Literal(true)),
})
export type RequestCodeAnswer = Static<typeof RequestCodeAnswer>

/** The token of the new session. */
export const CheckCodeAnswer = Type.Object({ jwt: Type.String() })
export type CheckCodeAnswer = Static<typeof CheckCodeAnswer>

/**
 * The client's sessions (SAFE-04): `since` is ISO 8601, `browser` is like "Safari on iPhone", `country` an ISO code;
 * null if unknown. `current` is the calling session.
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
 * An unused link that would switch accounts (SAFE-05): both accounts in a form that their owners recognize, "•••0103";
 * null for one without phone and e-mail.
 */
export const SwitchAnswer = Type.Object({
  switches: Type.Object({ from: Nullable(Type.String()), to: Nullable(Type.String()) }),
})
export type SwitchAnswer = Static<typeof SwitchAnswer>

/**
 * A mailed link that waits for a press (AUTH-10), with its account masked as in {@link SwitchAnswer}. A mail scanner
 * that runs scripts does not press.
 */
export const PressAnswer = Type.Object({ press: Type.Object({ to: Nullable(Type.String()) }) })
export type PressAnswer = Static<typeof PressAnswer>
