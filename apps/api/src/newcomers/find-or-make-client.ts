import { createClient } from '../accounts/create-client.ts'
import { findClientIdByPhone, lockClientOfPhone } from '../accounts/find-client.ts'
import type { Queries } from '../database/tables.ts'
import { isUniqueViolation, transaction } from '../database/transaction.ts'
import { limitUse, newClientsFromOneIp } from '../limits/rate-limit.ts'
import { recognizePerson } from '../returning-people/earlier-orders.ts'
import type { AppContext } from '../app-context.ts'
import { insertOrigin } from './newcomers.store.ts'
import { type TextedPhone, textedPhone } from './texted-phone.ts'

/** The page by which a newcomer came in, and whether they have yet to enter a code (REF-04). */
export { awaitsCode, bindLanding } from './newcomers.store.ts'

/** A visitor's data left with their phone number. */
export interface Visitor extends TextedPhone {
  landing: string | undefined
  landing_query: string | undefined
  phone_ref?: string | undefined
  /** Stored next to the account, not as its address: it is unproved. */
  email?: string | undefined
  message?: string | undefined
}

/**
 * The client with a phone, created if the phone is new (MSG-01), with further work in the same transaction. Two
 * concurrent requests create one client.
 */
export async function withClientOfPhone<Result>(
  product: AppContext,
  visitor: Visitor,
  also: (queries: Queries, clientId: string) => Promise<Result>,
): Promise<Result> {
  const attempt = () =>
    transaction(product.queries, async (queries) =>
      also(
        queries,
        (await lockClientOfPhone(queries, visitor.phone, 'key share'))?.id ??
          (await makeClient(product, queries, visitor)),
      ),
    )
  try {
    return await attempt()
  } catch (error) {
    if (!isUniqueViolation(error, 'client_phone_pkey')) throw error
    return attempt()
  }
}

/**
 * The account of a phone; creates that of a new one, limited by network (DOOR-02). 422 at `value` for a phone that we do
 * not text.
 */
export async function accountOfPhone(
  product: AppContext,
  { value, ip }: { value: string; ip: string },
): Promise<string> {
  const { queries, clock, settings } = product
  const phone = textedPhone(value, { field: 'value', country: { field: 'country', name: undefined } })
  const known = await findClientIdByPhone(queries, phone.phone)
  if (known !== undefined) return known
  await transaction(queries, (within) =>
    limitUse(within, newClientsFromOneIp, { subject: ip, now: clock.now(), scale: settings.limitScale }),
  )
  const visitor = { ...phone, landing: undefined, landing_query: undefined }
  return withClientOfPhone(product, visitor, async (_queries, clientId) => clientId)
}

async function makeClient({ clock, settings }: AppContext, queries: Queries, visitor: Visitor): Promise<string> {
  const now = clock.now()
  const { phone, country, phone_ref, email, message } = visitor
  const clientId = await createClient(queries, now, { phone, email: null, country })
  await recognizePerson(queries, { clientId, person: { phone }, secret: settings.secret })
  // Anybody may submit this number: landing and referral come from the browser that signs in with it (REF-04).
  const answers = { country, phone_ref, email, message, awaits_code: true }
  await insertOrigin(queries, { client_id: clientId, at: new Date(now), ...answers })
  return clientId
}
