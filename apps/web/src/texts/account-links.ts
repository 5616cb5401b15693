import type { AccountLinkLook } from '@nerdify/contract/account-links.ts'

/** The account of a link, in words that only its owner recognizes. */
const accountText = ({ phone_end: phoneEnd, email }: AccountLinkLook['account']) =>
  phoneEnd !== null
    ? `the account whose phone ends in ${phoneEnd}`
    : email === null
      ? 'your account'
      : `the account of ${email}`

/** The pages of the links in messages about an account (SAFE-02, SAFE-13). */
export const accountLinkTexts = {
  confirm_email: {
    title: 'Confirm your e-mail?',
    lead: (account: AccountLinkLook['account']) =>
      `It was entered for ${accountText(account)}. Once it’s confirmed, we’ll write here and it logs you in. Not your account? Then just close this page.`,
    press: (account: AccountLinkLook['account']) => `Confirm it for ${accountText(account)}`,
    busy: 'Confirming your e-mail',
    doneTitle: 'Your e-mail is confirmed',
    done: (email: string | null) => `We’ll write to ${email} from now on, and you can log in with it.`,
  },
  undo_email: {
    title: 'Undo the change of your e-mail?',
    lead: (account: AccountLinkLook['account']) =>
      `We’ll bring back the old address of ${accountText(account)}, remove the new one and sign everyone out.`,
    press: () => 'Undo the change',
    busy: 'Undoing the change',
    doneTitle: 'The change is undone',
    done: (email: string | null) =>
      email === null
        ? 'Your account has no e-mail now. Log in with your phone.'
        : `Your e-mail is ${email}. Log in to continue.`,
  },
  keep_account: {
    title: 'Keep your account?',
    lead: (account: AccountLinkLook['account']) =>
      `We’re set to delete ${accountText(account)}. Keep it, and everything stays as it is.`,
    press: () => 'Keep my account',
    busy: 'Keeping your account',
    doneTitle: 'Your account stays',
    done: (_email: string | null) => 'We won’t delete anything.',
  },
  looking: 'Opening your link',
  refusedTitle: 'This link didn’t work',
  tryAgain: 'Try again',
  toTasks: 'Go to my tasks',
  login: 'Log in',
  trouble: 'Need help?',
} as const
