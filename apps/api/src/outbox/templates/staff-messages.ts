import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { mailCodeOf } from '../../keys/sign-in-keys.ts'
import { layOutMail } from './mail-layout.ts'
import { type Rendering, template } from './template.ts'

/** The ways to use a key: the desk's page, and the command-line tool. */
function signInWays(keyId: string, { secret, deskUrl, opsCommand }: Rendering) {
  const key = mailCodeOf(secret, keyId)
  return {
    notes: [`In a shell: ${opsCommand} sign-in --key ${key}`],
    ...(deskUrl !== undefined && {
      action: { label: 'Sign in to the desk', url: deskUrl + deskPaths.signInLink(key) },
    }),
  }
}

/** Mails to staff about their sign-in (OPS-15). */
export const staffMessages = {
  'staff-invitation': template({
    kind: 'ours',
    needs: ['keyId', 'role'],
    takes: ['inviter'],
    render({ keyId, role, inviter }, rendering) {
      const invites = inviter === undefined ? 'You are invited' : `${inviter} invites you`
      return layOutMail({
        subject: 'Your invitation to the Nerdify staff',
        paragraphs: [
          `${invites} to the Nerdify staff as ${role === 'owner' ? 'an owner' : `a ${role}`}. The link and the key below sign you in. They work once, for 30 minutes; after that, ask for a new one with this address.`,
        ],
        ...signInWays(keyId, rendering),
      })
    },
  }),
  'staff-sign-in': template({
    kind: 'ours',
    needs: ['keyId'],
    render({ keyId }, rendering) {
      const { notes, ...way } = signInWays(keyId, rendering)
      return layOutMail({
        subject: 'Your link to the Nerdify desk',
        paragraphs: ['The link and the key below sign you in. They work once, for 30 minutes.'],
        ...way,
        notes: [...notes, 'Didn’t ask for it? Then do nothing: no one can sign in as you without this mail.'],
      })
    },
  }),
}
