import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'

/** The words of the staff's list (DESK-06). */
export const staffTexts = {
  heading: 'Staff',
  lead: 'Who works at this desk. Everybody signs in with a mailed link.',
  read: { loading: 'Loading the staff', failed: 'The staff did not load' },
  caption: 'Staff by name',
  columns: { name: 'Name', email: 'E-mail', role: 'Role', since: 'Since', steps: 'Steps' },
  you: 'you',
  invited: (time: string) => `invited ${time}, not signed in yet`,
  roles: { owner: 'Owner', lead: 'Lead', clerk: 'Clerk' } satisfies Record<StaffRole, string>,
  mayDo: {
    owner: 'Everything, and invites and removes staff.',
    lead: 'Orders, clients, prices, coupons, Nerds, books and the log.',
    clerk: 'Orders, clients and conversations; refunds and credits up to a limit.',
  } satisfies Record<StaffRole, string>,

  invite: 'Invite a person',
  email: 'E-mail',
  emailMissing: 'Please type the e-mail.',
  name: 'Name',
  nameHint: 'The log and the history of orders use it. Without one, the part before the @.',
  role: 'Role',
  send: 'Mail the invitation',
  sending: 'Sending',
  wasInvited: (email: string) => `An invitation went to ${email}.`,

  again: 'Mail another link',
  change: 'Change the role',
  remove: 'Remove',
  changeOf: (name: string) => `Change the role of ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  againOf: (name: string) => `Mail another link to ${name}`,
  means: [
    'Signed out at once on every device.',
    'No new sign-in, not even with a link that was mailed before.',
    'Orders that this person has are open to everybody.',
    'The log and the history of orders keep the name.',
  ],
  save: 'Save the role',
  saving: 'Saving',
  wasChanged: (name: string, role: string) => `${name} is ${role === 'owner' ? 'an' : 'a'} ${role} now.`,
  wasRemoved: (name: string) => `${name} was removed.`,
} as const
