import { opsPaths } from '@nerdify/contract/ops-paths.ts'
import {
  OperatorAnswer,
  StaffAddress,
  StaffChange,
  StaffInvitation,
  StaffLinkAnswer,
  StaffLinkRequest,
  StaffLinkUse,
  StaffLinkUseAnswer,
  StaffList,
  StaffMember,
} from '@nerdify/contract/staff.ts'
import { OkAnswer } from '@nerdify/contract/messages.ts'
import type { AppContext } from '../app-context.ts'
import type { App } from '../http/app-type.ts'
import { deskOrigin, deskSession } from '../http/requests/from-desk.ts'
import { openCall, operationsCall } from '../http/call.ts'
import { type Operator, operatorOf } from '../http/caller.ts'
import { companyTime } from '../orders/waiting-now.ts'
import { logSecurityEvent } from '../security-log/log-security-event.ts'
import { changeStaff, inviteStaff, listStaff, removeStaff } from '../staff/members.ts'
import { requestStaffLink, useStaffLink } from '../staff/staff-links.ts'
import { endStaffSession, sessionLifeMs, staffOfToken } from '../staff/staff-sessions.ts'
import { loggedCall, writeLogged } from './logged-write.ts'
import { releaseOrdersOf } from './take-order.ts'

const present = ({ settings }: AppContext, { name, role, session }: Operator): OperatorAnswer => ({
  id: session?.id ?? null,
  name,
  email: session?.email ?? null,
  role,
  company_zone: settings.companyZone,
  sandbox: !settings.production,
  expires_at: session === null ? null : new Date(session.expiresAt).toISOString(),
})

/** The calls about staff (OPS-15). At the desk's origin the session is its cookie (DESK-09). */
export function operationsStaffRoutes(app: App, product: AppContext): void {
  signInRoutes(app, product)
  memberRoutes(app, product)
}

function signInRoutes(app: App, product: AppContext): void {
  app.post(
    opsPaths.signIn(),
    openCall('Mail staff a link to sign in', { body: StaffLinkRequest, 200: StaffLinkAnswer }),
    async (request) => requestStaffLink(product, request, request.body),
  )

  app.post(
    opsPaths.signInKey(),
    openCall('Exchange the key of a staff link for a session', { body: StaffLinkUse, 200: StaffLinkUseAnswer }),
    async (request, reply) => {
      const opened = await useStaffLink(product, request, request.body)
      if ('press' in opened) return opened
      const { token } = opened
      const operator = await staffOfToken(product, token)
      if (operator === undefined || operator === 'over') throw new Error('The new session is not open.')
      const desk = deskOrigin(request.raw)
      if (desk === undefined) return { token, me: present(product, operator) }
      reply.header('set-cookie', deskSession(desk, { token, lifeMs: sessionLifeMs }))
      return { me: present(product, operator) }
    },
  )

  app.post(opsPaths.signOut(), operationsCall('End your own session', { 200: OkAnswer }), async (request, reply) => {
    const { session, name } = operatorOf(request)
    if (session !== null) await endStaffSession(product, session.hash)
    logSecurityEvent(product, request, 'staff_signed_out', { operator: name })
    const desk = deskOrigin(request.raw)
    if (desk !== undefined) reply.header('set-cookie', deskSession(desk))
    return { ok: true as const }
  })

  app.get(opsPaths.me(), operationsCall('The caller, by name and role', { 200: OperatorAnswer }), async (request) =>
    present(product, operatorOf(request)),
  )
}

function memberRoutes(app: App, product: AppContext): void {
  app.get(opsPaths.staff(), operationsCall('All staff by name', { 200: StaffList }), async () => ({
    results: await listStaff(product.queries),
  }))

  app.post(
    opsPaths.staff(),
    loggedCall('Invite a person by a mailed link', { body: StaffInvitation, 201: StaffMember }),
    async (request, reply) => {
      const inviter = operatorOf(request)
      const { secret } = product.settings
      const invited = await writeLogged(product, request, 'invite staff', async ({ queries, now }) => {
        const body = await inviteStaff(queries, { body: request.body, inviter, secret, now })
        return { subject: `staff ${body.name}`, body }
      })
      product.wake.outbox()
      return reply.code(201).send(invited)
    },
  )

  app.patch(
    opsPaths.staffMember(':id'),
    loggedCall('Change the role of a person', { params: StaffAddress, body: StaffChange, 200: StaffMember }),
    async (request) =>
      writeLogged(product, request, 'change staff', async ({ queries }) => {
        const body = await changeStaff(queries, request.params.id, request.body)
        return { subject: `staff ${body.name}`, body }
      }),
  )

  app.post(
    opsPaths.staffRemove(':id'),
    loggedCall('Remove a person; sessions and links end at once, and their orders are open to all', {
      params: StaffAddress,
      200: StaffMember,
    }),
    async (request) =>
      writeLogged(product, request, 'remove staff', async ({ queries, now }) => {
        const body = await removeStaff(queries, request.params.id, now)
        await releaseOrdersOf(queries, body.name, companyTime(product.settings, now))
        return { subject: `staff ${body.name}`, body }
      }),
  )
}
