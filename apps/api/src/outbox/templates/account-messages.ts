import { webPaths } from '@nerdify/contract/web-paths.ts'
import { daysOfAccountLink } from '@nerdify/domain/clients/email-change.ts'
import { accountLinkKey } from '../../keys/account-links.ts'
import { clientMail, clientText } from './how-to-answer.ts'
import type { MailContent } from './mail-layout.ts'
import { type Rendering, template } from './template.ts'

const linkTo = (path: (key: string) => string, { keyId }: { keyId: string }, site: Rendering) =>
  site.publicUrl + path(accountLinkKey(site.secret, keyId))

/** A mail to a reader who may be unable to log in: replies go to the contact page. */
const accountMail = (site: Rendering, mail: MailContent) =>
  clientMail(site, { ...mail, answerPath: webPaths.contactUs() })

/**
 * Messages about an account (SAFE-02, SAFE-13). No typed words go to an unproved address, nor into a text. Mails ignore
 * opt-outs; texts respect STOP, as carriers require.
 */
export const accountMessages = {
  /** To a new address: its only mail before its link is opened. */
  'email-confirm': template({
    kind: 'asked',
    needs: ['client', 'keyId', 'phoneEnd'],
    render(variables, site) {
      const { phoneEnd } = variables
      const whose = phoneEnd === '' ? '' : ` whose phone number ends in ${phoneEnd}`
      return accountMail(site, {
        subject: 'Confirm your e-mail',
        heading: 'Is this your e-mail?',
        paragraphs: [
          `This address was entered for the Nerdify account${whose}. Once it’s confirmed, we’ll write here about its tasks, and you can log in with it.`,
        ],
        action: { label: 'Confirm this e-mail', url: linkTo(webPaths.confirmEmail, variables, site) },
        notes: [
          `The link works for ${daysOfAccountLink} days.`,
          'Not your account? Then do nothing. We won’t use this address for anything else unless you confirm it.',
        ],
      })
    },
  }),
  /** To an address of another account, instead of the previous mail. */
  'email-taken': template({
    kind: 'asked',
    needs: ['client'],
    render: (_variables, site) =>
      accountMail(site, {
        subject: 'Your e-mail stays with your account',
        paragraphs: [
          'Someone entered this address for another Nerdify account. It is already with yours, and it stays there.',
          'Was it you? Then log in with this address to reach the account that has it.',
        ],
        action: { label: 'Log in', url: site.publicUrl + webPaths.loginEmail() },
      }),
  }),
  /** To the current address, at once; without a key if it is too new (SAFE-02). */
  'email-changing': template({
    kind: 'asked',
    needs: ['client', 'email'],
    takes: ['keyId', 'phoneEnd'],
    render(variables, site) {
      const { email, keyId, phoneEnd = '' } = variables
      const byPhone = phoneEnd === '' ? 'contact us' : 'use the link that we texted to your phone'
      return accountMail(site, {
        subject: 'Your e-mail is being changed',
        paragraphs: [
          `${email} was entered for your account in place of this address. It changes once it’s confirmed by the link that we e-mailed there.`,
          'Was it you? Then there’s nothing to do.',
        ],
        ...(keyId === undefined
          ? {
              action: { label: 'Contact us', url: site.publicUrl + webPaths.contactUs() },
              notes: [`Wasn’t you? To undo the change, ${byPhone}.`],
            }
          : {
              action: { label: 'Undo the change', url: linkTo(webPaths.undoEmail, { keyId }, site) },
              notes: [
                `Wasn’t you? Undo it to keep this address and sign everyone out. The link works for ${daysOfAccountLink} days${phoneEnd === '' ? ', even after the change' : ', until the new address is confirmed. After that, use the link that we texted to your phone'}.`,
              ],
            }),
      })
    },
  }),
  /** To the phone, at once. */
  'email-changing-text': template({
    kind: 'service',
    needs: ['client', 'keyId'],
    render: (variables, site) =>
      clientText(
        `Nerdify: a new e-mail was entered for your account. Not you? Undo it: ${linkTo(webPaths.undoEmail, variables, site)}`,
      ),
  }),
  /** To the address of an undone change. */
  'email-undone': template({
    kind: 'asked',
    needs: ['client'],
    render: (_variables, site) =>
      accountMail(site, {
        subject: 'Your e-mail change was undone',
        paragraphs: [
          'This address no longer belongs to a Nerdify account. The change was undone from the e-mail or phone that the account had before.',
        ],
        action: { label: 'Contact us', url: site.publicUrl + webPaths.contactUs() },
      }),
  }),
  /** To the former phone, after a correction by staff. */
  'phone-changed-text': template({
    kind: 'service',
    needs: ['client'],
    render: (_variables, site) =>
      clientText(
        `Nerdify: our team changed your account's phone, and this number no longer logs in. Not what you want? Contact us: ${site.publicUrl}${webPaths.contactUs()}`,
      ),
  }),
  /** To the current address, after staff corrected the phone. */
  'phone-changed': template({
    kind: 'asked',
    needs: ['client', 'phoneEnd'],
    render: ({ phoneEnd }, site) =>
      accountMail(site, {
        subject: 'Your account’s phone was changed',
        paragraphs: [
          `Our team changed your Nerdify account’s phone to the number that ends in ${phoneEnd}. Everyone was signed out.`,
          'Did you ask for it? Then log in with the new number.',
        ],
        action: { label: 'Contact us', url: site.publicUrl + webPaths.contactUs() },
        notes: ['Wasn’t you? Contact us, and we’ll look at it at once.'],
      }),
  }),
  /** To the current address, at a deletion request and a day before the deletion; the same by text. */
  'deletion-asked': deletionMail('Your account will be deleted'),
  'deletion-soon': deletionMail('Your account will be deleted tomorrow'),
  'deletion-asked-text': deletionText('will be deleted'),
  'deletion-soon-text': deletionText('is about to be deleted'),
}

function deletionMail(subject: string) {
  return template({
    kind: 'asked',
    needs: ['client', 'keyId', 'day'],
    render: (variables, site) =>
      accountMail(site, {
        subject,
        paragraphs: [
          `Someone who is signed in to your account asked us to delete it. On ${variables.day} we erase everything personal, and no one can bring it back.`,
          'Was it you? Then there’s nothing to do.',
        ],
        action: { label: 'Keep my account', url: linkTo(webPaths.keepAccount, variables, site) },
        notes: ['Wasn’t you? Keep the account, then log in and sign out everywhere in My info.'],
      }),
  })
}

function deletionText(what: string) {
  return template({
    kind: 'service',
    needs: ['client', 'keyId', 'day'],
    render: (variables, site) =>
      clientText(
        `Nerdify: your account ${what}, on ${variables.day}. Not what you want? Keep it: ${linkTo(webPaths.keepAccount, variables, site)}`,
      ),
  })
}
