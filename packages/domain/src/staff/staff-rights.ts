import { type Cents, formatMoney } from '../pricing/money.ts'

/** The roles of staff, the widest first (OPS-15). */
export const staffRoles = ['owner', 'lead', 'clerk'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The caller of an operations call: staff by their role, or a machine with `OPERATIONS_TOKEN`. */
export const operatorRoles = [...staffRoles, 'machine'] as const
export type OperatorRole = (typeof operatorRoles)[number]

const everyone: readonly OperatorRole[] = operatorRoles
const people: readonly OperatorRole[] = staffRoles
const fromLead: readonly OperatorRole[] = ['owner', 'lead', 'machine']

/** The roles that may take each action (OPS-15). A person has only the rights of the role. */
export const staffRights = {
  'read orders, clients and prices': everyone,
  'work on orders and answer clients': everyone,
  'change clients': everyone,
  /** Phone and e-mail open the account. */
  'correct a phone or an e-mail': fromLead,
  /** Refunds, months of plans and credits, up to {@link moneyLimitCents}. */
  'give money back': everyone,
  'take money from a balance': fromLead,
  'set the price of an order': fromLead,
  /** Tags of a plan make services free. */
  'give or take a plan': fromLead,
  'change saved replies': fromLead,
  'change prices': fromLead,
  'change coupons': fromLead,
  'change the register of Nerds': fromLead,
  'pay Nerds': fromLead,
  'decide on referral bonuses': fromLead,
  'read the log': fromLead,
  'read the books': fromLead,
  /** A judgment about money needs a person's name. */
  'settle the books': ['owner', 'lead'],
  'import clients': ['owner', 'machine'],
  'read metrics': ['owner', 'machine'],
  /** A machine invites only the first owner: {@link mayInvite}. */
  'invite staff': ['owner', 'machine'],
  'change staff': ['owner'],
  'follow changes live': people,
  'sign out': people,
} as const satisfies Record<string, readonly OperatorRole[]>

export type StaffAction = keyof typeof staffRights

/** Whether a role may take an action. */
export const may = (role: OperatorRole, action: StaffAction): boolean =>
  (staffRights[action] as readonly OperatorRole[]).includes(role)

/** Owners invite everybody; a machine may invite an owner only while no owner exists (OPS-15). */
export const mayInvite = (inviter: OperatorRole, role: StaffRole, { hasOwner }: { hasOwner: boolean }): boolean =>
  inviter === 'machine' ? role === 'owner' && !hasOwner : may(inviter, 'invite staff')

/** The period in which a client's credits add up to the limit. */
const creditLimitDays = 30
export const creditLimitMs = creditLimitDays * 24 * 3_600_000

/** The limited actions; AMOUNT is the limit. */
const limits = {
  order: 'give back at most AMOUNT of one order',
  client: `credit a client at most AMOUNT in ${creditLimitDays} days`,
  plan: 'give back at most AMOUNT of a plan’s month',
} as const

/**
 * The maximum that a role may refund of one order or one plan month, or credit to one client within
 * {@link creditLimitMs}, in cents; undefined for no limit. `clerkLimitCents` is the setting `CLERK_REFUND_LIMIT`.
 */
export const moneyLimitCents = (role: OperatorRole, clerkLimitCents: number): number | undefined =>
  role === 'clerk' ? clerkLimitCents : undefined

const rolePlurals = { owner: 'Owners', lead: 'Leads', clerk: 'Clerks', machine: 'Machines' } as const

/** Refuses an amount above a clerk's limit; `beforeCents` is the sum of earlier amounts. */
export function overLimitText(
  about: keyof typeof limits,
  { limitCents, beforeCents }: { limitCents: Cents; beforeCents: Cents },
): string {
  const before = beforeCents > 0 ? `; ${formatMoney(beforeCents)} was given before` : ''
  return `Clerks may ${limits[about].replace('AMOUNT', formatMoney(limitCents))}${before}. Ask a lead.`
}

/** Names the nearest role that may take an action. */
const adviceFor = (action: StaffAction): string => (may('lead', action) ? 'Ask a lead.' : 'Ask an owner.')

/** Refuses an action to a role, in words. */
export const refusalOf = (role: OperatorRole, action: StaffAction): string =>
  `${rolePlurals[role]} may not ${action}. ${role === 'machine' ? 'Sign in as a person.' : adviceFor(action)}`
