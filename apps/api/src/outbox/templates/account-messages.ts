import { webPaths } from '@nerdify/contract/web-paths.ts'
import { daysOfAccountLink } from '@nerdify/domain/clients/email-change.ts'
import { accountLinkKey } from '../../keys/account-links.ts'
import { layOutMail } from './mail-layout.ts'
import { type RenderedMessage, type Rendering, template } from './template.ts'

const linkTo = (path: (key: string) => string, { keyId }: { keyId: string }, site: Rendering) =>
  site.publicUrl + path(accountLinkKey(site.secret, keyId))

/**
 * What is told of an account itself (SAFE-02, SAFE-13). Nothing that a person typed goes to an address that nobody has
 * shown to be theirs, nor into a text. The mails leave whatever was said before; a text is kept back after STOP, as the
 * carriers want it.
 */
export const accountMessages = {
  /** To a new address: the only mail that it gets before its link is opened. */
  'email-confirm': template({
    kind: 'asked',
    atMostOnce: false,
    needs: ['client', 'keyId', 'phoneEnd'],
    render(variables, site) {
      const { phoneEnd } = variables
      const whose = phoneEnd === '' ? '' : ` whose phone number ends in ${phoneEnd}`
      return layOutMail({
        subject: 'Confirm your e-mail',
        heading: 'Is this your e-mail?',
        paragraphs: [
          `This address was entered for the Nerdify account${whose}. Confirm it, and from then on we write here about its tasks and it signs you in.`,
        ],
        action: { label: 'Confirm this e-mail', url: linkTo(webPaths.confirmEmail, variables, site) },
        notes: [
          `The link works for ${daysOfAccountLink} days.`,
          'It is not your account? Then do nothing: without the link this address is not used.',
        ],
      })
    },
  }),
  /** To an address that another account has, in the place of the mail before. */
  'email-taken': template({
    kind: 'asked',
    atMostOnce: false,
    needs: ['client'],
    render: (_variables, { publicUrl }) =>
      layOutMail({
        subject: 'Your e-mail stays with your account',
        paragraphs: [
          'Somebody entered this address for another Nerdify account. It is already with yours, and it stays there.',
          'Was it you? Then log in with this address to reach the account that has it.',
        ],
        action: { label: 'Log in', url: publicUrl + webPaths.loginEmail() },
      }),
  }),
  /** To the address that holds, at once. */
  'email-changing': template({
    kind: 'asked',
    atMostOnce: false,
    needs: ['client', 'keyId', 'email'],
    render(variables, site) {
      const { email } = variables
      return layOutMail({
        subject: 'Your e-mail is being changed',
        paragraphs: [
          `Somebody who is signed in to your account entered ${email} in place of this address. It changes as soon as the link that we mailed there is opened.`,
          'It was you? Then there is nothing to do.',
        ],
        action: { label: 'Undo the change', url: linkTo(webPaths.undoEmail, variables, site) },
        notes: [
          `It was not you? Undo it: this address stays, and everybody who is signed in is signed out. The link works for ${daysOfAccountLink} days, also after the change.`,
        ],
      })
    },
  }),
  /** To the phone, at once. */
  'email-changing-text': template({
    kind: 'service',
    atMostOnce: false,
    needs: ['client', 'keyId'],
    render: (variables, site) => ({
      channel: 'sms',
      body: `Nerdify: a new e-mail was entered for your account. Not you? Undo it: ${linkTo(webPaths.undoEmail, variables, site)} Reply STOP to end texts.`,
    }),
  }),
  /** To an address that held until its change was undone. */
  'email-undone': template({
    kind: 'asked',
    atMostOnce: false,
    needs: ['client'],
    render: (_variables, { publicUrl }) =>
      layOutMail({
        subject: 'Your e-mail was taken back',
        paragraphs: [
          'This address is no longer with its Nerdify account: the change to it was undone from the address or the phone that the account had before.',
        ],
        action: { label: 'Contact us', url: publicUrl + webPaths.contactUs() },
      }),
  }),
  /** To the address that holds, when the account is to be deleted. */
  'deletion-asked': template({
    kind: 'asked',
    atMostOnce: false,
    needs: ['client', 'keyId', 'day'],
    render: (variables, site) => deletionMail('Your account will be deleted', variables, site),
  }),
  /** The same a day before. */
  'deletion-soon': template({
    kind: 'asked',
    atMostOnce: false,
    needs: ['client', 'keyId', 'day'],
    render: (variables, site) => deletionMail('Your account is deleted tomorrow', variables, site),
  }),
  /** To the phone, when the account is to be deleted. */
  'deletion-asked-text': template({
    kind: 'service',
    atMostOnce: false,
    needs: ['client', 'keyId', 'day'],
    render: (variables, site) => deletionText('will be deleted', variables, site),
  }),
  /** The same a day before. */
  'deletion-soon-text': template({
    kind: 'service',
    atMostOnce: false,
    needs: ['client', 'keyId', 'day'],
    render: (variables, site) => deletionText('is about to be deleted', variables, site),
  }),
}

function deletionMail(subject: string, variables: { keyId: string; day: string }, site: Rendering): RenderedMessage {
  const { day } = variables
  return layOutMail({
    subject,
    paragraphs: [
      `Somebody who is signed in to your account asked us to delete it. On ${day} everything personal is erased, and nobody can bring it back.`,
      'It was you? Then there is nothing to do.',
    ],
    action: { label: 'Keep my account', url: linkTo(webPaths.keepAccount, variables, site) },
    notes: ['It was not you? Keep the account, then log in and sign out everywhere in My info.'],
  })
}

function deletionText(what: string, variables: { keyId: string; day: string }, site: Rendering): RenderedMessage {
  const { day } = variables
  const link = linkTo(webPaths.keepAccount, variables, site)
  return {
    channel: 'sms',
    body: `Nerdify: your account ${what}, on ${day}. Not what you want? Keep it: ${link} Reply STOP to end texts.`,
  }
}
