import { mailCodeOf } from '../../keys/sign-in-keys.ts'
import { layOutMail } from './mail-layout.ts'
import { template } from './template.ts'

const inShell = (secret: string, keyId: string) =>
  `In a shell: npm run ops -- sign-in --key ${mailCodeOf(secret, keyId)}`

/** Mails to staff about their sign-in (OPS-15). */
export const staffMessages = {
  'staff-invitation': template({
    kind: 'ours',
    needs: ['keyId', 'role'],
    takes: ['inviter'],
    render({ keyId, role, inviter }, { secret }) {
      const invites = inviter === undefined ? 'You are invited' : `${inviter} invites you`
      return layOutMail({
        subject: 'Your invitation to the Nerdify staff',
        paragraphs: [
          `${invites} to the staff of Nerdify, as ${role === 'owner' ? 'an owner' : `a ${role}`}. The key below signs you in. It works once, for 30 minutes; after that, ask for a new one with this address.`,
        ],
        notes: [inShell(secret, keyId)],
      })
    },
  }),
  'staff-sign-in': template({
    kind: 'ours',
    needs: ['keyId'],
    render: ({ keyId }, { secret }) =>
      layOutMail({
        subject: 'Your key to the Nerdify operations',
        paragraphs: ['The key below signs you in. It works once, for 30 minutes.'],
        notes: [
          inShell(secret, keyId),
          'You did not ask for it? Then do nothing: without the key nobody can sign in as you.',
        ],
      }),
  }),
}
