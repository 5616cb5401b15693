import { randomUUID } from 'node:crypto'
import type { ErrorBody } from '@nerdify/contract/error-body.ts'
import type { MessagePage } from '@nerdify/contract/operations.ts'
import type { OperatorAnswer, StaffList, StaffMember, StaffSessionAnswer } from '@nerdify/contract/staff.ts'
import type { PressAnswer } from '@nerdify/contract/sign-in.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../database/transaction.ts'
import type { Queries } from '../database/tables.ts'
import { machine } from '../http/caller.ts'
import { operate } from '../testing/operations-calls.ts'
import { testProduct } from '../testing/running-product.ts'
import { newStaffEmail, signedInStaff, staffKeyMailedTo } from '../testing/staff-calls.ts'
import { send } from '../testing/test-client.ts'
import { changeStaff, inviteStaff, removeStaff } from './members.ts'

afterEach(async () => (await testProduct()).clock.reset())

const minuteMs = 60_000

const useKey = (body: { key: string; nonce?: string; press?: true }) =>
  send<StaffSessionAnswer & PressAnswer & ErrorBody>('POST', '/api/ops/sign_in/key', { body })
const requestLink = (email: string, nonce?: string) =>
  send<{ expires_at: string } & ErrorBody>('POST', '/api/ops/sign_in', { body: { email, ...(nonce && { nonce }) } })
const me = (token: string | undefined) => send<OperatorAnswer & ErrorBody>('GET', '/api/ops/me', { token })

/** An invitation by a new owner; returns the key of the mailed link. */
async function invited(role = 'clerk') {
  const owner = await signedInStaff('owner')
  const email = newStaffEmail()
  const invitation = await owner.operate<StaffMember & ErrorBody>('POST', '/staff', { email, role })
  return { owner, email, invitation, key: await staffKeyMailedTo(email) }
}

describe('an invitation', () => {
  test('[OPS-15] signs in once, after a press, and its session names the person', async () => {
    const { owner, email, invitation, key } = await invited()
    expect(invitation).toMatchObject({ status: 201, body: { email, role: 'clerk', joined_at: null } })
    // No browser requested an invitation, so it always needs a press.
    const press = await useKey({ key, nonce: 'another-browser' })
    expect(press).toMatchObject({ status: 200, body: { press: { to: `s•••@example.com` } } })
    expect(press.body.token).toBeUndefined()
    const { body } = await useKey({ key, press: true })
    const { name } = invitation.body
    expect(body.me).toMatchObject({ id: invitation.body.id, name, email, role: 'clerk' })
    expect(await me(body.token)).toMatchObject({ status: 200, body: { name, role: 'clerk' } })
    const listed = await owner.operate<StaffList>('GET', '/staff')
    expect(listed.body.results).toContainEqual(expect.objectContaining({ name, joined_at: expect.any(String) }))

    expect(await useKey({ key, press: true })).toMatchObject({ status: 422, body: { error_type: 'link_used' } })
    const again = await owner.operate('POST', '/staff', { email, role: 'lead' })
    expect(again).toMatchObject({ status: 409, body: { error_type: 'staff_exists' } })
  })

  test('[OPS-15] expires after 30 minutes and when another one is sent', async () => {
    const { owner, email, key } = await invited()
    const { clock } = await testProduct()
    clock.advance(29 * minuteMs)
    expect((await useKey({ key })).body.press).toBeDefined()
    await owner.operate('POST', '/staff', { email, role: 'lead', name: `Renamed ${randomUUID()}` })
    const second = await staffKeyMailedTo(email, 2)
    expect(await useKey({ key, press: true })).toMatchObject({ status: 422, body: { error_type: 'link_expired' } })
    clock.advance(31 * minuteMs)
    const late = await useKey({ key: second, press: true })
    expect(late).toMatchObject({ status: 422, body: { error_type: 'link_expired' } })
  })

  test('[OPS-15] two concurrent tries open one session', async () => {
    const { key } = await invited()
    const tries = await Promise.all(Array.from({ length: 10 }, () => useKey({ key, press: true })))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(tries.filter(({ body }) => body.error_type === 'link_used')).toHaveLength(9)
  })

  test('[OPS-15] comes from an owner; the token invites only the first one', async () => {
    const body = { email: newStaffEmail(), role: 'owner' }
    for (const role of ['lead', 'clerk'] as const) {
      const { operate: as } = await signedInStaff(role)
      expect(await as('POST', '/staff', body)).toMatchObject({ status: 403, body: { error_type: 'role_forbidden' } })
    }
    const byMachine = await operate('POST', '/staff', body)
    expect(byMachine).toMatchObject({ status: 403, body: { text: expect.stringContaining('only the first owner') } })
    await withoutOwners(async (queries) => {
      const { settings, clock } = await testProduct()
      const invitation = { inviter: machine, secret: settings.secret, now: clock.now() }
      const asClerk = inviteStaff(queries, { ...invitation, body: { ...body, role: 'clerk' } })
      await expect(asClerk).rejects.toMatchObject({ status: 403 })
      const first = await inviteStaff(queries, { ...invitation, body: { email: body.email, role: 'owner' } })
      expect(first).toMatchObject({ email: body.email, role: 'owner', joined_at: null })
    })
  })

  test('[OPS-15] gives a name that is unique in history and log', async () => {
    const owner = await signedInStaff('owner')
    const other = await signedInStaff('clerk')
    const invite = (name: string) =>
      owner.operate<StaffMember & ErrorBody>('POST', '/staff', { email: newStaffEmail(), role: 'clerk', name })
    expect(await invite(other.name.toUpperCase())).toMatchObject({ status: 422, body: { error_type: 'name_taken' } })
    expect(await invite('machine')).toMatchObject({ status: 422, body: { error_type: 'name_invalid' } })
    const name = `Zoë ${randomUUID()}`
    expect(await invite(name)).toMatchObject({ status: 201, body: { name } })
  })

  test('[OPS-15] another invitation without a name keeps the first one’s name', async () => {
    const owner = await signedInStaff('owner')
    const [email, name] = [newStaffEmail(), `Zoë ${randomUUID()}`]
    await owner.operate('POST', '/staff', { email, role: 'clerk', name })
    const again = await owner.operate<StaffMember>('POST', '/staff', { email, role: 'lead' })
    expect(again).toMatchObject({ status: 201, body: { name, role: 'lead' } })
  })
})

/** Runs work in a transaction without owners, which is rolled back. */
async function withoutOwners(work: (queries: Queries) => Promise<void>): Promise<void> {
  const { product } = await testProduct()
  const rollback = new Error('rolled back')
  const run = transaction(product.queries, async (queries) => {
    await sql`update staff set removed_at = now() where role = 'owner' and removed_at is null`.execute(queries)
    await work(queries)
    throw rollback
  })
  await expect(run).rejects.toBe(rollback)
}

describe('a link to sign in', () => {
  test('[OPS-15] works at once in the requesting browser, and after a press in another', async () => {
    const { email } = await signedInStaff('lead')
    const nonce = randomUUID()
    await requestLink(` ${email.toUpperCase()} `, nonce)
    const key = await staffKeyMailedTo(email)
    expect((await useKey({ key, nonce: randomUUID() })).body.press).toBeDefined()
    expect((await useKey({ key })).body.press).toBeDefined()
    expect((await useKey({ key, nonce })).body.me).toMatchObject({ email, role: 'lead' })
  })

  test('[OPS-15][SAFE-14] is sent to a browser that signed in before, after strangers used up the limit', async () => {
    const { settings } = await testProduct()
    settings.limitScale = 1
    try {
      const { email } = await signedInStaff('clerk')
      const [nonce, other] = [randomUUID(), randomUUID()]
      await requestLink(email, nonce)
      expect((await useKey({ key: await staffKeyMailedTo(email), nonce })).body.me).toMatchObject({ email })
      // A press in another browser makes the one that asked no known one.
      await requestLink(email, other)
      expect((await useKey({ key: await staffKeyMailedTo(email, 2), press: true })).status).toBe(200)
      const limited = { status: 429, body: { error_type: 'too_many_requests' } }
      for (let time = 0; time < 3; time += 1) await requestLink(email)
      for (const unknown of [undefined, other, randomUUID()])
        expect(await requestLink(email, unknown)).toMatchObject(limited)
      for (let time = 0; time < 5; time += 1) expect((await requestLink(email, nonce)).status).toBe(200)
      expect(await requestLink(email, nonce)).toMatchObject(limited)
    } finally {
      settings.limitScale = 1000
    }
  })

  test('[OPS-15] in a mail to support’s own address is readable to nobody else', async () => {
    const { settings } = await testProduct()
    const { supportEmail: email } = settings
    const owner = await signedInStaff('owner')
    const clerk = await signedInStaff('clerk')
    const invitation = await owner.operate<StaffMember>('POST', '/staff', { email, role: 'owner' })
    expect(invitation.status).toBe(201)
    await requestLink(email)
    const listed: MessagePage['results'] = []
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const { body } = await clerk.operate<MessagePage>('GET', `/messages?page=${page}`)
      listed.push(...body.results)
      pages = body.pages
    }
    const own = listed.filter(({ to, template }) => to === email && template.startsWith('staff-'))
    expect(own.map(({ template, text }) => [template, text])).toEqual([
      ['staff-sign-in', null],
      ['staff-invitation', null],
    ])
    await owner.operate('POST', `/staff/${invitation.body.id}/remove`)
  })

  test('[OPS-15] the answer is the same for an unknown address', async () => {
    const removed = await signedInStaff('clerk')
    const owner = await signedInStaff('owner')
    await owner.operate('POST', `/staff/${removed.id}/remove`)
    for (const email of [newStaffEmail(), removed.email, owner.email])
      expect(await requestLink(email)).toMatchObject({ status: 200, body: { expires_at: expect.any(String) } })
    await staffKeyMailedTo(owner.email)
    const { product } = await testProduct()
    const mails = product.queries.selectFrom('outbox').select('id').where('to_address', '=', removed.email)
    expect(await mails.execute()).toEqual([])
    expect(await requestLink('no address')).toMatchObject({ status: 422, body: { error_value: 'email' } })
  })
})

describe('a session of staff', () => {
  test('[OPS-15] ends after 12 hours, at the sign-out, and with the person', async () => {
    const { clock } = await testProduct()
    const [owner, first, second] = [
      await signedInStaff('owner'),
      await signedInStaff('clerk'),
      await signedInStaff('clerk'),
    ]
    expect((await me(second.token)).status).toBe(200)
    const removed = await owner.operate<StaffMember>('POST', `/staff/${encodeURIComponent(second.name)}/remove`)
    expect(removed).toMatchObject({ status: 200, body: { id: second.id } })
    const over = { status: 401, body: { error_type: 'signed_out' } }
    expect(await me(second.token)).toMatchObject(over)
    expect((await owner.operate('POST', `/staff/${second.id}/remove`)).status).toBe(404)

    expect((await first.operate('POST', '/sign_out')).status).toBe(200)
    expect(await me(first.token)).toMatchObject(over)

    // The steps above took their own time.
    clock.advance((12 * 60 - 10) * minuteMs)
    expect((await me(owner.token)).status).toBe(200)
    clock.advance(20 * minuteMs)
    expect(await me(owner.token)).toMatchObject(over)
  })

  test('[OPS-15] a changed role applies from the next call on', async () => {
    const owner = await signedInStaff('owner')
    const clerk = await signedInStaff('clerk')
    expect((await clerk.operate('GET', '/log')).status).toBe(403)
    await owner.operate('PATCH', `/staff/${clerk.id}`, { role: 'lead' })
    expect((await clerk.operate('GET', '/log')).status).toBe(200)
    const logged = await owner.operate<{ results: object[] }>(
      'GET',
      `/log?${new URLSearchParams({ person: owner.name })}`,
    )
    expect(logged.body.results).toMatchObject([
      { action: 'change staff', subject: `staff ${clerk.name}`, request: { role: 'lead' } },
    ])
  })

  test('[OPS-15] the last owner remains', async () => {
    const owner = await signedInStaff('owner')
    await withoutOwners(async (queries) => {
      await sql`update staff set removed_at = null where id = ${owner.id}`.execute(queries)
      const refused = { status: 409, errorType: 'last_owner' }
      await expect(removeStaff(queries, owner.id, 0)).rejects.toMatchObject(refused)
      await expect(changeStaff(queries, owner.id, { role: 'lead' })).rejects.toMatchObject(refused)
    })
  })
})
