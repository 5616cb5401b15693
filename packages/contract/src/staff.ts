import { maxStaffNameLength } from '@nerdify/domain/staff/staff-name.ts'
import { operatorRoles, staffRoles } from '@nerdify/domain/staff/staff-rights.ts'
import { type Static, Type } from 'typebox'
import { PressAnswer } from './sign-in.ts'
import { closed, Instant, Nullable, oneOf } from './vocabulary.ts'

/** Staff and their sign-in (OPS-15). Instants are ISO 8601 in UTC. */

const Role = oneOf(staffRoles)
const Name = Type.String({ minLength: 1, maxLength: 320 })
const Nonce = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))

/**
 * Invites a person, or mails another link to a person who has not signed in; `name` defaults to the part before the @.
 */
export const StaffInvitation = closed({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  role: Role,
  name: Type.Optional(Name),
})
export type StaffInvitation = Static<typeof StaffInvitation>

export const StaffChange = closed({ role: Role })
export type StaffChange = Static<typeof StaffChange>

/** A person of the staff by id or name. */
export const StaffAddress = Type.Object({ id: Type.String({ minLength: 1, maxLength: maxStaffNameLength }) })

/** A person of the staff. */
export const StaffMember = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  invited_at: Instant,
  /** The first sign-in; null before it. */
  joined_at: Nullable(Instant),
})
export type StaffMember = Static<typeof StaffMember>

/** All staff by name, without removed people. */
export const StaffList = Type.Object({ results: Type.Array(StaffMember) })
export type StaffList = Static<typeof StaffList>

/** Requests a link; `nonce` is the browser's own: there the link signs in without a press (AUTH-10). */
export const StaffLinkRequest = closed({ email: Type.String({ minLength: 1, maxLength: 320 }), nonce: Nonce })
export type StaffLinkRequest = Static<typeof StaffLinkRequest>

/** The same answer for every address, so that it reveals no staff. */
export const StaffLinkAnswer = Type.Object({ expires_at: Instant })
export type StaffLinkAnswer = Static<typeof StaffLinkAnswer>

/** Uses a link: `press` is the person's agreement, required outside of the requesting browser. */
export const StaffLinkUse = closed({
  key: Type.String({ minLength: 1, maxLength: 320 }),
  nonce: Nonce,
  press: Type.Optional(Type.Literal(true)),
})
export type StaffLinkUse = Static<typeof StaffLinkUse>

/** The caller of operations: a person by name and role, or "machine", whose `id` and `email` are null. */
export const OperatorAnswer = Type.Object({
  id: Nullable(Type.String()),
  name: Type.String(),
  email: Nullable(Type.String()),
  role: oneOf(operatorRoles),
  /** The company's time zone (IANA): staff work by its clock. */
  company_zone: Type.String(),
  /** Whether the sandbox replaces the providers, so that its autopilot may play the Nerd (OPS-02). */
  sandbox: Type.Boolean(),
  /** The end of the session; null for a machine. */
  expires_at: Nullable(Instant),
})
export type OperatorAnswer = Static<typeof OperatorAnswer>

/** A new session. */
export const StaffSessionAnswer = Type.Object({ token: Type.Optional(Type.String()), me: OperatorAnswer })
export type StaffSessionAnswer = Static<typeof StaffSessionAnswer>

export const StaffLinkUseAnswer = Type.Union([StaffSessionAnswer, PressAnswer])
export type StaffLinkUseAnswer = Static<typeof StaffLinkUseAnswer>
