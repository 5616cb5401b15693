import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@nerdify/domain/staff/staff-rights.ts'
import { startWithStaff } from '../staff/members.ts'
import { startStaffSession } from '../staff/staff-sessions.ts'
import { testProduct } from './running-product.ts'
import { eventually, type Reply, send } from './test-client.ts'
import { uuidv7 } from '../database/uuid.ts'

/** A signed-in staff member. */
export interface TestStaff {
  id: string
  name: string
  email: string
  token: string
  /** Sends a call of operations as this person. */
  operate<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>
}

/** A new staff member with a session. */
export async function signedInStaff(role: StaffRole): Promise<TestStaff> {
  const { product, clock, settings } = await testProduct()
  const now = clock.now()
  const id = uuidv7(now)
  const name = `${role} ${randomUUID().slice(0, 8)}`
  const email = newStaffEmail()
  await startWithStaff(product.queries, [{ id, name, email, role }], now)
  const token = await startStaffSession(product.queries, { secret: settings.secret, staffId: id, now })
  return {
    id,
    name,
    email,
    token,
    operate: (method, path, body, headers = {}) =>
      send(method, `/api/ops${path}`, { token, headers, ...(body === undefined ? {} : { body }) }),
  }
}

/** An unused address. */
export const newStaffEmail = (): string => `staff-${randomUUID()}@example.com`

/** The keys in the mails to an address of staff, newest first. */
async function keysMailedTo(email: string): Promise<string[]> {
  const { sandboxUrl } = await testProduct()
  const response = await fetch(`${sandboxUrl}/mailbox/messages.json?${new URLSearchParams({ to: email })}`)
  const mails = (await response.json()) as { text: string }[]
  return mails.flatMap(({ text }) => /--key ([\w-]{43})/.exec(text)?.[1] ?? [])
}

/** Waits for the mail number `count` to a staff address; returns the key of its link. */
export const staffKeyMailedTo = (email: string, count = 1): Promise<string> =>
  eventually(async () => {
    const keys = await keysMailedTo(email)
    return keys.length >= count && keys[0]
  })
