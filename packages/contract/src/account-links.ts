import { type Static, Type } from 'typebox'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/**
 * What a link in a message to a client does to their account: it confirms a new e-mail, undoes its change (SAFE-02), or
 * keeps an account that is to be deleted (SAFE-13). None signs anybody in.
 */
export const AccountLinkDeed = oneOf(['confirm_email', 'undo_email', 'keep_account'])
export type AccountLinkDeed = Static<typeof AccountLinkDeed>

/**
 * A link that was opened: posted by the page at a press, so that whatever only loads it changes nothing. With `look` it takes
 * no effect and names its account ({@link AccountLinkLook}).
 */
export const AccountLinkUse = closed({
  does: AccountLinkDeed,
  key: Type.String({ minLength: 1, maxLength: 128 }),
  look: Type.Optional(Type.Boolean()),
})
export type AccountLinkUse = Static<typeof AccountLinkUse>

/** What came of it: the e-mail that holds for the account now, null for none. */
export const AccountLinkAnswer = Type.Object({
  ok: Type.Literal(true),
  email: Nullable(Type.String()),
})
export type AccountLinkAnswer = Static<typeof AccountLinkAnswer>

/** The account of a link as its owner knows it and nobody else learns of it: the end of its phone, else its e-mail masked. */
export const AccountLinkLook = Type.Object({
  account: Type.Object({ phone_end: Nullable(Type.String()), email: Nullable(Type.String()) }),
})
export type AccountLinkLook = Static<typeof AccountLinkLook>
