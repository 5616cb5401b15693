import { type Static, Type } from 'typebox'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/**
 * What a link in a message to a client does to their account: it confirms a new e-mail, undoes its change (SAFE-02), or
 * keeps an account that is to be deleted (SAFE-13). None signs anybody in.
 */
export const AccountLinkDeed = oneOf(['confirm_email', 'undo_email', 'keep_account'])
export type AccountLinkDeed = Static<typeof AccountLinkDeed>

/** A link that was opened and is to take effect: posted by the page, so that whatever only fetches it changes nothing. */
export const AccountLinkUse = closed({ does: AccountLinkDeed, key: Type.String({ minLength: 1, maxLength: 128 }) })
export type AccountLinkUse = Static<typeof AccountLinkUse>

/** What came of it: the e-mail that holds for the account now, null for none. */
export const AccountLinkAnswer = Type.Object({
  ok: Type.Literal(true),
  email: Nullable(Type.String()),
})
export type AccountLinkAnswer = Static<typeof AccountLinkAnswer>
