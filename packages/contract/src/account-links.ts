import { type Static, Type } from 'typebox'
import { closed, Nullable, oneOf } from './vocabulary.ts'

/**
 * The action of a link in a message about an account: confirm a new e-mail, undo its change (SAFE-02), or cancel a
 * deletion (SAFE-13). No such link signs in.
 */
export const AccountLinkDeed = oneOf(['confirm_email', 'undo_email', 'keep_account'])
export type AccountLinkDeed = Static<typeof AccountLinkDeed>

/**
 * The use of a link, posted when a person presses the button, so that loading the page alone is a no-op. With `look`
 * it only names the account ({@link AccountLinkLook}).
 */
export const AccountLinkUse = closed({
  does: AccountLinkDeed,
  key: Type.String({ minLength: 1, maxLength: 128 }),
  look: Type.Optional(Type.Boolean()),
})
export type AccountLinkUse = Static<typeof AccountLinkUse>

/** The account's e-mail after the use of a link; null for none. */
export const AccountLinkAnswer = Type.Object({
  ok: Type.Literal(true),
  email: Nullable(Type.String()),
})
export type AccountLinkAnswer = Static<typeof AccountLinkAnswer>

/** The link's account in a form that only its owner recognizes: the end of its phone, else its masked e-mail. */
export const AccountLinkLook = Type.Object({
  account: Type.Object({ phone_end: Nullable(Type.String()), email: Nullable(Type.String()) }),
})
export type AccountLinkLook = Static<typeof AccountLinkLook>
